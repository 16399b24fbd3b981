// Most of many threads are not joined.
#include <pthread.h>
#include <stdio.h>
#define TEN(each, tens)                                                                                               \
  each(tens##0) each(tens##1) each(tens##2) each(tens##3) each(tens##4)                                               \
  each(tens##5) each(tens##6) each(tens##7) each(tens##8) each(tens##9)
#define EIGHTY(each)                                                                                                  \
  TEN(each, 1) TEN(each, 2) TEN(each, 3) TEN(each, 4)                                                                 \
  TEN(each, 5) TEN(each, 6) TEN(each, 7) TEN(each, 8)
#define CREATE(number) pthread_create(&threads[number], NULL, worker, NULL);
#define JOIN(number) pthread_join(threads[number], NULL);

pthread_t threads[90];
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int done;

void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  done++; // RACE
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  EIGHTY(CREATE)
  TEN(JOIN, 1)
  printf("%d\n", done); // RACE
  return 0;
}
// LONG
