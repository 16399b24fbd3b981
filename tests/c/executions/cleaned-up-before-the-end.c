// What is named to clean up is called where it is taken back.
#include <pthread.h>
int shared;

void clean(void *unused) {
  shared++; // RACE CONFIRMED
}

void *worker(void *unused) {
  pthread_cleanup_push(clean, NULL);
  pthread_cleanup_pop(1);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  return 0;
}
