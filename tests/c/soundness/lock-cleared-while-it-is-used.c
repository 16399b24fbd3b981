// Bytes are set in a lock that another thread may take.
#include <pthread.h>
#include <string.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *user(void *unused) {
  pthread_mutex_lock(&lock); // RACE CONFIRMED
  pthread_mutex_unlock(&lock); // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, user, NULL);
  memset(&lock, 0, sizeof lock); // RACE CONFIRMED
  pthread_join(id, NULL);
  return 0;
}
