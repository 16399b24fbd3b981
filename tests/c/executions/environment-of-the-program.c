// A program that puts another environment in place of its own finds what is there, which is not followed.
#include <pthread.h>
#include <stdlib.h>
extern char **environ;
char *own[] = {"MODE=a", NULL};
int shared;

void *worker(void *unused) {
  if (!getenv("MODE")) // ENDS
    shared++; // IMPRECISE
  return NULL;
}

int main(void) {
  pthread_t ids[2];
  environ = own;
  pthread_create(&ids[0], NULL, worker, NULL);
  pthread_create(&ids[1], NULL, worker, NULL);
  pthread_join(ids[0], NULL);
  pthread_join(ids[1], NULL);
  return 0;
}
