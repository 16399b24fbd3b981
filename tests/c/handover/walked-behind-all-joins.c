// pepsin: exploration=off
// Jobs go from one list to another one under the same lock. Behind all joins `main` walks the second list without the lock, and leaves its head as it was.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
struct job {
  int in;
  long out;
  struct job *next;
};
static struct job *todo, *done;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused) {
  for (;;) {
    pthread_mutex_lock(&lock);
    struct job *job = todo; // NORACE
    if (job != NULL)
      todo = job->next; // NORACE
    pthread_mutex_unlock(&lock);
    if (job == NULL)
      break;
    job->out = (long)job->in * job->in; // NORACE REACHABLE
    pthread_mutex_lock(&lock);
    job->next = done; // NORACE
    done = job;       // NORACE
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 20; i++) {
    struct job *job = malloc(sizeof *job);
    if (job == NULL)
      exit(1);
    job->in = i;      // NORACE
    job->next = todo; // NORACE
    todo = job;       // NORACE
  }
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  long sum = 0;
  struct job *job = done; // NORACE
  while (job != NULL) {
    struct job *next = job->next; // NORACE
    sum += job->out;              // NORACE REACHABLE
    printf("%ld\n", job->out);    // NORACE
    free(job);                    // NORACE
    job = next;
  }
  pthread_mutex_destroy(&lock);
  printf("%ld\n", sum);
  return 0;
}
