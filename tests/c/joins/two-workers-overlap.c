// Each round starts two workers, and waits for one of them before it starts the other's next one.
#include <pthread.h>
int shared;
int input(void);

void *even(void *unused) {
  shared = 0; // RACE
  return NULL;
}

void *odd(void *unused) {
  shared = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t last;
  pthread_create(&last, NULL, odd, NULL);
  while (input()) {
    pthread_t id;
    pthread_create(&id, NULL, even, NULL);
    pthread_join(id, NULL);
    pthread_join(last, NULL);
    pthread_create(&last, NULL, odd, NULL);
  }
  return 0;
}
