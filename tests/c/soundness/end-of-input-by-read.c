// read gives 0 at the end of the input; the state before it makes the program one for the search through all states.
#include <pthread.h>
#include <unistd.h>
int state, ends;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused) {
  char byte;
  pthread_mutex_lock(&mutex);
  int mine = state++; // NORACE
  pthread_mutex_unlock(&mutex);
  while (read(0, &byte, 1) == 1)
    ;
  if (mine < 2)
    ends++; // RACE
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  return 0;
}
