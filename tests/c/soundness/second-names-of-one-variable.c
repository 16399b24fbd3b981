// `alias`, `weakref` and `asm` give variables second names.
#include <pthread.h>
static int hidden;
int labelled __asm__("linked"), target, apart;
extern int by_alias __attribute__((alias("hidden")));
extern int by_label __asm__("linked");
static int by_weakref __attribute__((weakref("target")));

void *worker(void *unused) {
  by_alias++; // RACE
  by_label++; // RACE
  by_weakref++; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  hidden++; // RACE
  labelled++; // RACE
  target++; // RACE
  apart++;
  pthread_join(id, NULL);
  return 0;
}
