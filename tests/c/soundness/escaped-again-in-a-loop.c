// The address leaves in a loop; what was written before the loop is read as well.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
int *shared;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int other;

void *writer(void *unused) {
  pthread_mutex_lock(&mutex);
  if (shared) // NORACE REACHABLE
    *shared = 7; // NORACE REACHABLE
  pthread_mutex_unlock(&mutex);
  return NULL;
}

void *reader(void *unused) {
  int value = 0;
  pthread_mutex_lock(&mutex);
  if (shared) // NORACE REACHABLE
    value = *shared; // NORACE REACHABLE
  pthread_mutex_unlock(&mutex);
  if (value == 5)
    other++; // RACE
  return NULL;
}

int main(void) {
  pthread_t ids[3];
  int local = 5;
  pthread_create(&ids[0], NULL, writer, NULL);
  pthread_create(&ids[1], NULL, reader, NULL);
  pthread_create(&ids[2], NULL, reader, NULL);
  while (__VERIFIER_nondet_int()) {
    pthread_mutex_lock(&mutex);
    shared = &local; // NORACE REACHABLE
    pthread_mutex_unlock(&mutex);
  }
  for (int i = 0; i < 3; i++)
    pthread_join(ids[i], NULL);
  return 0;
}
