/* A clock that is wrong, for a process that loads this library first (LD_PRELOAD). SKEWED_CLOCK_SECONDS is how far the
   wall clock is ahead; a negative number means that it is behind. Clocks that measure durations stay right. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t clock, struct timespec *now) {
  int result = syscall(SYS_clock_gettime, clock, now);
  const char *seconds = getenv("SKEWED_CLOCK_SECONDS");
  if (result == 0 && clock == CLOCK_REALTIME && seconds)
    now->tv_sec += atol(seconds);
  return result;
}
