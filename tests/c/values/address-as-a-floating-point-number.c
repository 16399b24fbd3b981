// The bits of an address, and its value, may be hidden in a floating-point number.
#include <pthread.h>
#include <stdint.h>
int bits, value, apart;
union box {
  double number;
  int *pointer;
};
double boxed;
long double converted;

void *worker(void *unused) {
  union box box;
  box.number = boxed;
  *box.pointer = 1;                     // RACE REACHABLE
  *(int *)(uintptr_t)converted = 1;     // RACE REACHABLE
  return NULL;
}

int main(void) {
  pthread_t id;
  union box box = {.pointer = &bits};
  boxed = box.number;
  converted = (uintptr_t)&value;
  pthread_create(&id, NULL, worker, NULL);
  bits = 2;  // RACE REACHABLE
  value = 2; // RACE REACHABLE
  apart = 2; // NORACE REACHABLE
  return 0;
}
