// What a copy says of a variable is past when a thread that may have written since is joined.
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int flag, shared;

void *setter(void *unused) {
  pthread_mutex_lock(&mutex);
  flag = 1;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

void *writer(void *unused) {
  shared = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, writer, NULL);
  pthread_create(&second, NULL, setter, NULL);
  pthread_mutex_lock(&mutex);
  int copy = flag;
  pthread_mutex_unlock(&mutex);
  pthread_join(second, NULL);
  if (copy == 0) {
    if (flag != 0)
      shared = 2; // RACE
  }
  return 0;
}
