/* Loaded before the C library. Simulates a disk on which each commit takes 300 ms. */
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <unistd.h>

#define SLOW_US 300000

int fsync(int file) {
  usleep(SLOW_US);
  return syscall(SYS_fsync, file);
}

int fdatasync(int file) {
  usleep(SLOW_US);
  return syscall(SYS_fdatasync, file);
}
