// The bytes of an address are copied as members of a record.
#include <pthread.h>
int shared, apart;
union {
  int *pointer;
  struct {
    char a, b, c, d, e, f, g, h;
  } bytes;
} from, to;

static void *worker(void *unused) {
  *to.pointer = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  from.pointer = &shared;
  to.bytes.a = from.bytes.a;
  to.bytes.b = from.bytes.b;
  to.bytes.c = from.bytes.c;
  to.bytes.d = from.bytes.d;
  to.bytes.e = from.bytes.e;
  to.bytes.f = from.bytes.f;
  to.bytes.g = from.bytes.g;
  to.bytes.h = from.bytes.h;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE
  apart = 3;  // NORACE
  return 0;
}
