// pepsin: exploration=off
// Lists are fields of records under one lock, but for one thread, which takes another one.
#include <pthread.h>
#include <stdlib.h>
struct job {
  int out;
  struct job *next;
};
struct list {
  struct job *head;
};
static struct list todo;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;

static void push(struct list *list, struct job *job) {
  job->next = list->head; // RACE
  list->head = job;       // RACE
}

static struct job *pop(struct list *list) {
  struct job *job = list->head; // RACE
  if (job)
    list->head = job->next; // RACE
  return job;
}

static void *work(void *unused) {
  pthread_mutex_lock(&lock);
  struct job *job = pop(&todo);
  pthread_mutex_unlock(&lock);
  if (job) {
    job->out++; // RACE
    free(job);  // RACE
  }
  return unused;
}

static void *steal(void *unused) {
  pthread_mutex_lock(&other);
  struct job *job = pop(&todo);
  pthread_mutex_unlock(&other);
  if (job) {
    job->out++; // RACE
    free(job);  // RACE
  }
  return unused;
}

int main(void) {
  pthread_t workers[2];
  pthread_create(&workers[0], NULL, work, NULL);
  pthread_create(&workers[1], NULL, steal, NULL);
  for (int i = 0; i < 20; i++) {
    struct job *job = malloc(sizeof *job);
    if (!job)
      exit(1);
    job->out = 0; // NORACE
    pthread_mutex_lock(&lock);
    push(&todo, job);
    pthread_mutex_unlock(&lock);
  }
  for (int i = 0; i < 2; i++)
    pthread_join(workers[i], NULL);
  return 0;
}
