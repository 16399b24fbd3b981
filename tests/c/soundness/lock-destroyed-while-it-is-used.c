// Who leaves first destroys what the other one still uses.
#include <pthread.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *user(void *unused) {
  pthread_mutex_lock(&lock); // RACE CONFIRMED
  pthread_mutex_unlock(&lock); // RACE
  pthread_mutex_destroy(&lock); // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, user, NULL);
  pthread_create(&second, NULL, user, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
