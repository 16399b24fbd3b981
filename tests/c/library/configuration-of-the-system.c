// What the library fixes of the configuration is that, and what the machine has is the same at each call.
#include <pthread.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <unistd.h>
int never, always, some;

void *worker(void *unused) {
  if (sysconf(_SC_PAGESIZE) != 4096 || sysconf(_SC_CLK_TCK) != 100)
    never++; // IMPRECISE
  if (sysconf(_SC_NPROCESSORS_ONLN) > sysconf(_SC_NPROCESSORS_CONF))
    never++; // IMPRECISE
  if (get_nprocs() != sysconf(_SC_NPROCESSORS_ONLN))
    never++; // IMPRECISE
  if (sysconf(-1) != -1 || sysconf(_SC_CHAR_BIT) != 8)
    never++; // IMPRECISE
  char text[8];
  if (confstr(_CS_PATH, text, sizeof text) != 14 || text[6] != 's' || text[7])
    never++; // IMPRECISE
  if (pathconf("", _PC_PATH_MAX) != -1 || fpathconf(0, _PC_PATH_MAX) != 4096)
    never++; // IMPRECISE
  if (sysconf(_SC_VERSION) == 200809)
    always++; // RACE CONFIRMED
  if (get_nprocs() > 3)
    some++; // RACE CONFIRMED
  return NULL;
}

void *limiter(void *unused) {
  struct rlimit limit, again;
  if (getrlimit(99, &limit) != -1 || getrlimit(RLIMIT_NOFILE, &limit))
    never++; // IMPRECISE
  if (limit.rlim_cur > limit.rlim_max || getdtablesize() != (int)limit.rlim_cur)
    never++; // IMPRECISE
  limit.rlim_cur = limit.rlim_max;
  if (setrlimit(RLIMIT_NOFILE, &limit) || getrlimit(RLIMIT_NOFILE, &again))
    never++; // IMPRECISE
  if (again.rlim_cur != limit.rlim_max || sysconf(_SC_OPEN_MAX) != (long)limit.rlim_max)
    never++; // IMPRECISE
  return NULL;
}

int main(void) {
  pthread_t ids[3];
  pthread_create(&ids[0], NULL, worker, NULL);
  pthread_create(&ids[1], NULL, worker, NULL);
  pthread_create(&ids[2], NULL, limiter, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(ids[i], NULL);
  return 0;
}
