// `main` is what a thread starts with as well, so not all that `main` does is done by one thread.
#include <pthread.h>
int shared;

int main(int count, char **arguments) {
  pthread_t id;
  if (count > 0) {
    pthread_create(&id, NULL, (void *(*)(void *))main, NULL);
  }
  shared = 3; // RACE
  return 0;
}
