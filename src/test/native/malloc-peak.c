/*
 * Counts what one thread has from malloc, exactly: for the memory report, which else would miss what lives for microseconds.
 * Build and use:
 *   gcc -O2 -shared -fPIC -o malloc-peak.so malloc-peak.c
 *   LD_PRELOAD=./malloc-peak.so java -Dmalloc.peak=./malloc-peak.so … dev.quarry.engine.cost.MemoryReport DIRECTORY
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <stddef.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static __thread long current __attribute__((tls_model("initial-exec")));
static __thread long peak __attribute__((tls_model("initial-exec")));

static void *counted(void *block) {
    if (block) {
        current += malloc_usable_size(block);
        if (current > peak) peak = current;
    }
    return block;
}

void *malloc(size_t size) { return counted(__libc_malloc(size)); }
void *calloc(size_t count, size_t size) { return counted(__libc_calloc(count, size)); }
void *memalign(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }
void *aligned_alloc(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }

int posix_memalign(void **block, size_t alignment, size_t size) {
    void *given = counted(__libc_memalign(alignment, size));
    if (!given) return ENOMEM;
    *block = given;
    return 0;
}

void *realloc(void *block, size_t size) {
    long before = block ? malloc_usable_size(block) : 0;
    void *moved = __libc_realloc(block, size);
    if (moved || !size) current -= before;
    return counted(moved);
}

void free(void *block) {
    if (block) current -= malloc_usable_size(block);
    __libc_free(block);
}

/* Starts anew for the calling thread. */
void malloc_peak_reset(void) { current = peak = 0; }

/* The most that the calling thread has had since then, less what it has given back of before. */
long malloc_peak(void) { return peak; }
