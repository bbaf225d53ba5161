/* Lets calls to the disk fail on files whose name holds ".sqlite3".

   SQLite gets next to no memory for pages: so single statements use the disk too, not commits
   alone.

   Loaded into a server by LD_PRELOAD. RONDEL_FAILING_IO names a file that says which call fails;
   tests/server/failing_disk.py writes it while the server runs. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

enum { WRITES = 1, SYNCS = 2, CUTS = 4, READS = 8 };

struct control {
    int64_t kinds;     /* of calls that count */
    int64_t countdown; /* the call that brings it to zero fails */
    int64_t error;     /* its errno; 0: half is written, and then the disk is full */
    int64_t lasting;   /* errno of all calls that count, as long as it is set */
    int64_t failed;    /* so many have failed */
};

static struct control *control;

__attribute__((constructor)) static void begin(void) {
    const char *name = getenv("RONDEL_FAILING_IO");
    int file = name ? open(name, O_RDWR | O_CLOEXEC) : -1;
    if (file < 0)
        return;
    void *found = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    control = found == MAP_FAILED ? NULL : found;
    close(file);
}

static int is_store(int file) {
    char link[64], name[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t size = readlink(link, name, sizeof name - 1);
    if (size < 0)
        return 0;
    name[size] = 0;
    return strstr(name, ".sqlite3") != NULL;
}

enum { WELL, FAILS, HALF };

/* What becomes of a call; errno is set if it fails. */
static int fate(int file, int kind) {
    if (!control || !(control->kinds & kind))
        return WELL;
    if (!control->lasting && control->countdown <= 0)
        return WELL;
    int before = errno;
    int counts = is_store(file);
    errno = before;
    if (!counts)
        return WELL;
    if (!control->lasting && __atomic_sub_fetch(&control->countdown, 1, __ATOMIC_SEQ_CST) != 0)
        return WELL;
    int64_t error = control->lasting ? control->lasting : control->error;
    if (error == 0 && kind == WRITES) {
        control->error = ENOSPC;
        control->countdown = 1;
        return HALF;
    }
    __atomic_add_fetch(&control->failed, 1, __ATOMIC_SEQ_CST);
    errno = error ? (int)error : EIO;
    return FAILS;
}

#define REAL(name) \
    static typeof(&name) real; \
    if (!real) \
        real = (typeof(&name))dlsym(RTLD_NEXT, #name)

#define WRITING(name) \
    ssize_t name(int file, const void *bytes, size_t size, off64_t at) { \
        REAL(name); \
        switch (fate(file, WRITES)) { \
        case FAILS: return -1; \
        case HALF: return real(file, bytes, size / 2, at); \
        default: return real(file, bytes, size, at); \
        } \
    }

#define READING(name) \
    ssize_t name(int file, void *bytes, size_t size, off64_t at) { \
        REAL(name); \
        return fate(file, READS) == WELL ? real(file, bytes, size, at) : -1; \
    }

#define SYNCING(name) \
    int name(int file) { \
        REAL(name); \
        return fate(file, SYNCS) == WELL ? real(file) : -1; \
    }

#define CUTTING(name) \
    int name(int file, off64_t size) { \
        REAL(name); \
        return fate(file, CUTS) == WELL ? real(file, size) : -1; \
    }

WRITING(pwrite)
WRITING(pwrite64)
READING(pread)
READING(pread64)
SYNCING(fsync)
SYNCING(fdatasync)
CUTTING(ftruncate)
CUTTING(ftruncate64)

ssize_t write(int file, const void *bytes, size_t size) {
    REAL(write);
    switch (fate(file, WRITES)) {
    case FAILS: return -1;
    case HALF: return real(file, bytes, size / 2);
    default: return real(file, bytes, size);
    }
}

#define SQLITE "libsqlite3.so.0"

int sqlite3_open_v2(const char *name, void **database, int flags, const char *system) {
    void *library = dlopen(SQLITE, RTLD_LAZY | RTLD_NOLOAD);
    int (*open)(const char *, void **, int, const char *) = dlsym(library, "sqlite3_open_v2");
    int (*exec)(void *, const char *, void *, void *, void *) = dlsym(library, "sqlite3_exec");
    int result = open(name, database, flags, system);
    if (result == 0 && control)
        exec(*database, "PRAGMA cache_size = 1", NULL, NULL, NULL);
    return result;
}
