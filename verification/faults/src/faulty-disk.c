/* Loaded before the C library: a disk that fails for the store's files. The first byte of the file named by FAULTY_DISK
   selects the fault: '0' none, 'f' fdatasync fails (EIO), 'e' writing fails (EIO), 'n' no space is left (ENOSPC), 'h'
   only half of each write arrives, 's' each sync takes 700 ms. It affects files with FAULTY_FILES in their path. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static const volatile char *mode;
static const char *files = "events.db";

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("FAULTY_DISK");
  int file = path ? open(path, O_RDONLY) : -1;
  if (file < 0) return;
  void *page = mmap(NULL, 1, PROT_READ, MAP_SHARED, file, 0);
  if (page != MAP_FAILED) mode = page;
  /* A copy, because PostgreSQL writes its process title over the environment. */
  if (getenv("FAULTY_FILES")) files = strdup(getenv("FAULTY_FILES"));
  syscall(SYS_close, file);
}

/* The current fault of a file's disk. */
static char fault(int file) {
  char link[64], path[4096];
  if (!mode || *mode == '0') return '0';
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return '0';
  path[length] = 0;
  return strstr(path, files) ? *mode : '0';
}

static int sync_of(long call, int file) {
  char how = fault(file);
  if (how == 's') usleep(700000);
  if (how == 'f') { errno = EIO; return -1; }
  return syscall(call, file);
}

int fsync(int file) { return sync_of(SYS_fsync, file); }
int fdatasync(int file) { return sync_of(SYS_fdatasync, file); }

static ssize_t write_to(int file, const void *data, size_t size, off64_t at) {
  char how = fault(file);
  if (how == 'e') { errno = EIO; return -1; }
  if (how == 'n') { errno = ENOSPC; return -1; }
  if (how == 'h' && size > 1) {
    /* No space is left for the rest. */
    syscall(SYS_pwrite64, file, data, size / 2, at);
    errno = ENOSPC;
    return -1;
  }
  return syscall(SYS_pwrite64, file, data, size, at);
}

ssize_t pwrite(int file, const void *data, size_t size, off_t at) { return write_to(file, data, size, at); }
ssize_t pwrite64(int file, const void *data, size_t size, off64_t at) { return write_to(file, data, size, at); }
