// Random and hostile input for the native kernel, over its headers alone: nothing of Python hides a leak.
//
//     kernel fuzz SEED COUNT          inputs one after the other
//     kernel allocations SEED COUNT   each input again and again, while its first, second, ... allocation fails
//     kernel threads SEED COUNT       each input on THREADS threads at once, which must find the same
//     kernel replay FILE...           inputs that were kept
//
// An input is a string of bytes from which a puzzle, a text or a layout is made; its first byte says which. Built by
// kernel.py under the sanitizers of the compiler, which end the program where something is wrong. Everything but
// std::invalid_argument (input that is refused) is a failure.

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <new>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>

#include "failing_new.hpp"
#include "source.hpp"

namespace {

using namespace soak;

constexpr int THREADS = 8;
constexpr std::size_t INPUT_SIZE = 1500;    // bytes, at most
constexpr std::int64_t MAX_FAILURES = 400;  // failing allocations tried for an input; beyond: a sample

// Runs one input and returns a digest of what was found; 0 where it is refused.
std::uint64_t run(const std::uint8_t* data, std::size_t size) {
    static constexpr std::uint64_t (*TARGETS[])(Source&) = {
        solving, solving, solving, thinning, settling, reading_text, judging, judging_layouts};
    Source in(data, size);
    try {
        return TARGETS[in.byte() % std::size(TARGETS)](in);
    } catch (const std::invalid_argument&) {
        return 0;
    }
}

using Input = std::vector<std::uint8_t>;

Input input(std::mt19937_64& random) {
    Input made(1 + random() % INPUT_SIZE);
    for (auto& byte : made) byte = static_cast<std::uint8_t>(random());
    return made;
}

// Keeps the input of this moment, so that it is there when the program is ended.
void keep(const Input& made) {
    if (const char* path = std::getenv("KERNEL_INPUT"))
        std::ofstream(path, std::ios::binary).write(reinterpret_cast<const char*>(made.data()),
                                                    static_cast<std::streamsize>(made.size()));
}

[[noreturn]] void fail(const char* what) {
    std::fprintf(stderr, "FAILED: %s\n", what);
    std::exit(1);
}

// Returns how many inputs were not refused.
std::int64_t fuzz(std::mt19937_64& random, int count) {
    std::int64_t accepted = 0;
    for (int i = 0; i < count; ++i) {
        const Input made = input(random);
        keep(made);
        accepted += run(made.data(), made.size()) != 0;
    }
    return accepted;
}

// Returns how many allocations failed.
std::int64_t failing_allocations(std::mt19937_64& random, int count) {
    std::int64_t failures = 0;
    for (int i = 0; i < count; ++i) {
        const Input made = input(random);
        keep(made);
        const std::int64_t open = open_allocations(), before = allocations();
        const std::uint64_t whole = run(made.data(), made.size());
        const std::int64_t needed = allocations() - before;
        if (open_allocations() != open) fail("memory was not freed");
        const std::int64_t step = std::max<std::int64_t>(1, needed / MAX_FAILURES);
        for (std::int64_t at = 0; at <= needed; at += step) {
            bool failed = false;
            std::uint64_t found = 0;
            fail_allocation(at);
            try {
                found = run(made.data(), made.size());
            } catch (const std::bad_alloc&) {
                failed = true;
            }
            fail_allocation(-1);
            failures += failed;
            if (open_allocations() != open) fail("memory was not freed after a failed allocation");
            if (!failed && found != whole) fail("a failed allocation changed the answer");
        }
    }
    return failures;
}

// Returns how many times an input was run.
std::int64_t on_threads(std::mt19937_64& random, int count) {
    std::vector<Input> inputs;
    std::vector<std::uint64_t> alone;
    for (int i = 0; i < count; ++i) {
        inputs.push_back(input(random));
        keep(inputs.back());
        alone.push_back(run(inputs.back().data(), inputs.back().size()));
    }
    std::atomic<int> different{0};
    std::vector<std::thread> threads;
    for (int each = 0; each < THREADS; ++each)
        threads.emplace_back([&] {
            for (std::size_t i = 0; i < inputs.size(); ++i)
                if (run(inputs[i].data(), inputs[i].size()) != alone[i]) ++different;
        });
    for (auto& thread : threads) thread.join();
    if (different) fail("threads found something else than one alone");
    return std::int64_t{count} * THREADS;
}

std::int64_t replay(char** paths) {
    std::int64_t count = 0;
    for (; *paths; ++paths, ++count) {
        std::ifstream file(*paths, std::ios::binary);
        const Input made{std::istreambuf_iterator<char>(file), {}};
        run(made.data(), made.size());
    }
    return count;
}

}  // namespace

int main(int count, char** words) {
    const std::string mode = count > 1 ? words[1] : "";
    std::int64_t tried = 0;
    if (mode == "replay") {
        tried = replay(words + 2);
    } else {
        if (count != 4) fail("kernel fuzz|allocations|threads SEED COUNT, or kernel replay FILE...");
        std::mt19937_64 random(std::strtoull(words[2], nullptr, 10));
        const int many = std::atoi(words[3]);
        if (mode == "fuzz") tried = fuzz(random, many);
        else if (mode == "allocations") tried = failing_allocations(random, many);
        else if (mode == "threads") tried = on_threads(random, many);
        else fail("no such mode");
    }
    std::printf("%lld\n", static_cast<long long>(tried));
}

