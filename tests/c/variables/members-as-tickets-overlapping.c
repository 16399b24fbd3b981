// Numbers are written closer to each other than they are wide: the next one changes the upper bytes of the one before.
#include <pthread.h>
int input(void);

short numbers[12];
int results[1000000];
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *argument) {
  pthread_mutex_lock(&lock);
  int id = *(int *)argument;
  pthread_mutex_unlock(&lock);
  results[id] = 1; // RACE
  return NULL;
}

int main(void) {
  int count = input();
  if (count > 10)
    return 1;
  for (int i = 0; i < count; i++) {
    pthread_t id;
    pthread_mutex_lock(&lock);
    *(int *)&numbers[i] = i;
    pthread_mutex_unlock(&lock);
    pthread_create(&id, NULL, worker, &numbers[i]);
  }
  return 0;
}
