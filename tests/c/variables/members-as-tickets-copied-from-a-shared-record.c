// Another thread changes the record before it is copied for the next thread.
#include <pthread.h>
#include <stdlib.h>
int input(void);

struct task {
  int id;
  long weight;
};
struct task model;
int results[1000];
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *changer(void *argument) {
  pthread_mutex_lock(&lock);
  model.id = 0;
  pthread_mutex_unlock(&lock);
  return NULL;
}

void *worker(void *argument) {
  struct task *own = argument;
  results[own->id] = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, changer, NULL);
  int count = input();
  if (count > 1000)
    return 1;
  for (int i = 0; i < count; i++) {
    struct task *task = malloc(sizeof *task);
    if (!task)
      return 1;
    pthread_mutex_lock(&lock);
    model.id = i;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    *task = model;
    pthread_mutex_unlock(&lock);
    pthread_create(&id, NULL, worker, task);
  }
  return 0;
}
