// Both threads call through the same slot.
#include <pthread.h>
int a, b;

static void touch_a(void) { a++; } // RACE

static void touch_b(void) { b++; } // NORACE

static void (*const table[])(void) = {touch_a, touch_b};

void *worker(void *unused) {
  table[0]();
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  table[0]();
  return 0;
}
