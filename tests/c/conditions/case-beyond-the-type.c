// The values of cases are converted to the type that the switch has (C17 6.8.4.2 5).
#include <pthread.h>
int high, wide, never;

void *worker(void *unused) {
  high++;  // RACE REACHABLE
  wide++;  // RACE REACHABLE
  never++; // NORACE REACHABLE
  return NULL;
}

int main(void) {
  pthread_t id;
  int minus_one = -1, three = 3;
  pthread_create(&id, NULL, worker, NULL);
  switch (minus_one) {
  case 0xffffffff:
    high++; // RACE REACHABLE
  }
  switch (three) {
  case 0x100000003:
    wide++; // RACE REACHABLE
  }
  switch ((long)minus_one) {
  case 0xffffffff:
    never++; // NORACE
  }
  pthread_join(id, NULL);
  return 0;
}
