// A pointer travels in a struct that is returned and passed by value.
#include <pthread.h>
struct wrapped {
  int tag;
  int *pointer;
};
int shared;

static struct wrapped wrap(int *pointer) { return (struct wrapped){.pointer = pointer, .tag = 1}; }

static void set(struct wrapped wrapped) { *wrapped.pointer = wrapped.tag; } // RACE

void *worker(void *unused) {
  set(wrap(&shared));
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  shared = 2; // RACE
  return 0;
}
