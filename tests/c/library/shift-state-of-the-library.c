// Without a state of the caller, `mbrtowc` keeps one of its own.
#define _GNU_SOURCE
#include <pthread.h>
#include <wchar.h>

wchar_t first, second;

static void *worker(void *unused) {
  mbrtowc(&first, "a", 1, NULL); // RACE
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  mbrtowc(&second, "a", 1, NULL); // RACE
  pthread_join(thread, NULL);
  return 0;
}
