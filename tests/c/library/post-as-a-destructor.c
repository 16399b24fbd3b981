// A function of the library is the destructor: who waits for what it posts goes on.
#include <pthread.h>
#include <semaphore.h>
sem_t done;
pthread_key_t key;
int shared;

void *owner(void *unused) {
  pthread_setspecific(key, &done);
  return NULL;
}

void *heir(void *unused) {
  sem_wait(&done);
  shared++; // RACE REACHABLE
  return NULL;
}

void *other(void *unused) {
  shared++; // RACE
  return NULL;
}

int main(void) {
  pthread_t one, two, three;
  sem_init(&done, 0, 0);
  pthread_key_create(&key, (void (*)(void *))sem_post);
  pthread_create(&one, NULL, owner, NULL);
  pthread_create(&two, NULL, heir, NULL);
  pthread_create(&three, NULL, other, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  pthread_join(three, NULL);
  return 0;
}
