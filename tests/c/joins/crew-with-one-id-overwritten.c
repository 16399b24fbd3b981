// An id in allocated memory is overwritten with another one.
#include <pthread.h>
#include <stdlib.h>
int input(void);
int total;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

struct crew {
  int size;
  int told_to_end;
  pthread_mutex_t lock;
  pthread_t ids[64];
};

void *worker(void *argument) {
  struct crew *crew = argument;
  for (int ends = 0; !ends;) {
    pthread_mutex_lock(&crew->lock);
    ends = crew->told_to_end;
    pthread_mutex_unlock(&crew->lock);
    pthread_mutex_lock(&mutex);
    total++; // RACE
    pthread_mutex_unlock(&mutex);
  }
  return NULL;
}

struct crew *open_crew(int size) {
  struct crew *crew = malloc(sizeof *crew);
  if (!crew)
    return NULL;
  crew->size = size;
  crew->told_to_end = 0;
  pthread_mutex_init(&crew->lock, NULL);
  for (int i = 0; i < crew->size; i++)
    if (pthread_create(&crew->ids[i], NULL, worker, crew) != 0)
      exit(1);
  return crew;
}

void close_crew(struct crew *crew) {
  pthread_mutex_lock(&crew->lock);
  crew->told_to_end = 1;
  pthread_mutex_unlock(&crew->lock);
  for (int i = 0; i < crew->size; i++)
    pthread_join(crew->ids[i], NULL);
}

int main(void) {
  int size = input();
  if (size < 2 || size > 64)
    return 1;
  struct crew *crew = open_crew(size);
  if (!crew)
    return 1;
  *crew->ids = crew->ids[1];
  close_crew(crew);
  return total; // RACE
}
