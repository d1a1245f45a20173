// Allocations that are counted and fail when told; of the calling thread.
#pragma once

#include <cstdint>

extern "C" {

std::int64_t allocations();       // so far
std::int64_t open_allocations();  // that were not freed

// Lets every allocation fail after `more` of them; -1: none fails.
void fail_allocation(std::int64_t more);

}
