// Which function `ifunc` stands for is chosen when the program is loaded.
#include <pthread.h>
int shared;
static void increment(void) { shared++; }
static void (*choose(void))(void) { return increment; }
void hook(void) __attribute__((ifunc("choose"))); // OBSTACLE

void *worker(void *unused) {
  hook();
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared++;
  pthread_join(id, NULL);
  return 0;
}
