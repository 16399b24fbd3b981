// The numbers are given out once more, counted from elsewhere: two workers may find the same one.
#include <pthread.h>
int input(void);

int results[3000];
struct task {
  int id;
  pthread_mutex_t lock;
};
struct task tasks[1000];
pthread_t ids[1000];

void *worker(void *argument) {
  struct task *own = argument;
  pthread_mutex_lock(&own->lock);
  int id = own->id;
  pthread_mutex_unlock(&own->lock);
  results[id] = 1; // RACE
  return NULL;
}

int main(void) {
  int count = input(), number = 0;
  if (count < 2 || count > 1000)
    return 1;
  for (int i = 0; i < count; i++)
    pthread_mutex_init(&tasks[i].lock, NULL);
  for (int i = 0; i < count; i++) {
    tasks[i].id = number;
    pthread_create(&ids[i], NULL, worker, &tasks[i]);
    number++;
  }
  number = 1;
  for (int i = 0; i < count; i++) {
    pthread_mutex_lock(&tasks[i].lock);
    tasks[i].id = number;
    pthread_mutex_unlock(&tasks[i].lock);
    number++;
  }
  return 0;
}
