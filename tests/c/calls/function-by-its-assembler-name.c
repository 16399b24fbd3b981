// A function may be defined under another name for the assembler, and be called by that.
#include <pthread.h>
int counter;
int apart;

void count(void) __asm__("count_for_others");
void count(void) {
  counter++; // RACE REACHABLE
}
extern void add(void) __asm__("count_for_others");

void *worker(void *unused) {
  add();
  return NULL;
}

int main(void) {
  pthread_t id;
  apart = 1; // NORACE REACHABLE
  pthread_create(&id, NULL, worker, NULL);
  counter = 2; // RACE REACHABLE
  pthread_join(id, NULL);
  return 0;
}
