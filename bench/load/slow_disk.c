/* Stands between a server and its disk (LD_PRELOAD): what asks for a sync waits SYNC_MS milliseconds for it in all.
   SQLite syncs its WAL with fdatasync or fsync, whichever it was built for. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

static long long now(void) {
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return at.tv_sec * 1000000000LL + at.tv_nsec;
}

static int slowly(const char *name, int file) {
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
    const char *said = getenv("SYNC_MS");
    long long due = now() + (long long)((said ? atof(said) : 10.0) * 1e6);
    int done = real(file);
    long long left = due - now();
    if (left > 0) {
        struct timespec rest = {left / 1000000000LL, left % 1000000000LL};
        nanosleep(&rest, NULL);
    }
    return done;
}

int fsync(int file) { return slowly("fsync", file); }
int fdatasync(int file) { return slowly("fdatasync", file); }
