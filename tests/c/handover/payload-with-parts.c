// pepsin: exploration=off
// Jobs lead to a name and to numbers, each of which is released by who has served the job.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct job {
  char *name;
  int *numbers;
  int count;
  struct job *next;
};
static struct job *head, *tail;
static int closed;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;

static void *serve(void *unused) {
  for (;;) {
    pthread_mutex_lock(&lock);
    while (!head && !closed)
      pthread_cond_wait(&more, &lock);
    if (!head) {
      pthread_mutex_unlock(&lock);
      return unused;
    }
    struct job *job = head;
    head = head->next;
    if (!head)
      tail = NULL;
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < job->count; i++)
      job->numbers[i] += 1; // NORACE REACHABLE
    job->name[0] = '-';     // NORACE
    free(job->numbers);     // NORACE
    free(job->name);        // NORACE
    free(job);              // NORACE
  }
}

static void submit(int count) {
  struct job *job = malloc(sizeof *job);
  if (!job)
    abort();
  job->name = strdup("numbers");
  job->numbers = malloc(10 * sizeof(int));
  if (!job->name || !job->numbers)
    abort();
  snprintf(job->name, 8, "%d", count); // NORACE
  job->count = 10;
  for (int i = 0; i < job->count; i++)
    job->numbers[i] = i; // NORACE
  job->next = NULL;
  pthread_mutex_lock(&lock);
  if (tail)
    tail->next = job;
  else
    head = job;
  tail = job;
  pthread_cond_signal(&more);
  pthread_mutex_unlock(&lock);
}

int main(void) {
  pthread_t servers[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&servers[i], NULL, serve, NULL);
  for (int i = 0; i < 20; i++)
    submit(i);
  pthread_mutex_lock(&lock);
  closed = 1;
  pthread_cond_broadcast(&more);
  pthread_mutex_unlock(&lock);
  for (int i = 0; i < 3; i++)
    pthread_join(servers[i], NULL);
  return 0;
}
