// There are so many keys for variables of threads, and no more.
#include <pthread.h>
int shared;

static void use_up(void) {
  for (int i = 0; i < 2000; i++) {
    pthread_key_t key;
    if (pthread_key_create(&key, NULL) != 0) {
      shared++; // RACE
      return;
    }
  }
}

void *worker(void *unused) {
  use_up();
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  use_up();
  pthread_join(id, NULL);
  return 0;
}
