// Each thread has a state of its own.
#define _GNU_SOURCE
#include <pthread.h>
#include <wchar.h>

wchar_t first, second;

static void *worker(void *unused) {
  mbstate_t state = {0};
  mbrtowc(&first, "a", 1, &state);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  mbstate_t state = {0};
  mbrtowc(&second, "a", 1, &state);
  pthread_join(thread, NULL);
  return 0;
}
