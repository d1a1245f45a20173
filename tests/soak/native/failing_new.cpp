#include "failing_new.hpp"

#include <cstdlib>
#include <new>

namespace {

thread_local std::int64_t left = -1, done = 0, open = 0;

bool fails() {
    ++done;
    if (left == 0) return true;
    if (left > 0) --left;
    return false;
}

void* counted(void* place) {
    if (!place) throw std::bad_alloc();
    ++open;
    return place;
}

}  // namespace

extern "C" {
std::int64_t allocations() { return done; }
std::int64_t open_allocations() { return open; }
void fail_allocation(std::int64_t more) { left = more; }
}

void* operator new(std::size_t size) {
    if (fails()) throw std::bad_alloc();
    return counted(std::malloc(size ? size : 1));
}
void* operator new(std::size_t size, std::align_val_t alignment) {
    if (fails()) throw std::bad_alloc();
    const auto unit = static_cast<std::size_t>(alignment);
    return counted(std::aligned_alloc(unit, (size + unit - 1) / unit * unit));
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    try {
        return operator new(size);
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}
void operator delete(void* place) noexcept {
    if (place) --open;
    std::free(place);
}
void operator delete(void* place, std::size_t) noexcept { operator delete(place); }
void operator delete(void* place, const std::nothrow_t&) noexcept { operator delete(place); }
void operator delete(void* place, std::align_val_t) noexcept { operator delete(place); }
void operator delete(void* place, std::size_t, std::align_val_t) noexcept { operator delete(place); }
