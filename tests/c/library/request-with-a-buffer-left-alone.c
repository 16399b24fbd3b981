// The buffer is read when the request is done.
#define _GNU_SOURCE
#include <net/if.h>
#include <pthread.h>
#include <sys/ioctl.h>

char buffer[256];
struct ifconf list = {sizeof buffer, {buffer}};
char seen;

static void *worker(void *unused) {
  ioctl(0, SIOCGIFCONF, &list);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  seen = buffer[0];
  return 0;
}
