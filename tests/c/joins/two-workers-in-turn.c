// Each round starts one of two workers, and waits for it.
#include <pthread.h>
int shared;
int input(void);

void *even(void *unused) {
  shared = 0; // NORACE
  return NULL;
}

void *odd(void *unused) {
  shared = 1; // NORACE
  return NULL;
}

int main(void) {
  while (input()) {
    pthread_t id;
    if (input())
      pthread_create(&id, NULL, even, NULL);
    else
      pthread_create(&id, NULL, odd, NULL);
    pthread_join(id, NULL);
  }
  return 0;
}
