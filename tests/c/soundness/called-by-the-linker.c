// What stands in the section of constructors is called before main.
#include <pthread.h>
int shared;

void *worker(void *unused) {
  shared = 1;
  return NULL;
}

static void start(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
}

__attribute__((section(".init_array"), used)) static void (*const starts)(void) = start; // OBSTACLE

int main(void) {
  shared = 2;
  return 0;
}
