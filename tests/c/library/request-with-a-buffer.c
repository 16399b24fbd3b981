// What a request names is written, too.
#define _GNU_SOURCE
#include <net/if.h>
#include <pthread.h>
#include <sys/ioctl.h>

char buffer[256];
struct ifconf list = {sizeof buffer, {buffer}};
char seen;

static void *worker(void *unused) {
  ioctl(0, SIOCGIFCONF, &list); // RACE
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  seen = buffer[0]; // RACE
  pthread_join(thread, NULL);
  return 0;
}
