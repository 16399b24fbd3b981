// The table is indexed by a constant.
#include <pthread.h>
int a, b;

static void touch_a(void) { a++; } // NORACE

static void touch_b(void) { b++; } // NORACE

static void (*const table[])(void) = {touch_a, touch_b};

void *worker(void *unused) {
  table[0]();
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  table[1]();
  return 0;
}
