// The key is made when another thread may use it already.
#include <pthread.h>
pthread_key_t key;
int own;

void *worker(void *unused) {
  pthread_setspecific(key, &own); // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_key_create(&key, NULL); // RACE
  return 0;
}
