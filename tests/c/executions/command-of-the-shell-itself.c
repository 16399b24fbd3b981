// What a command gives that the shell performs itself is not chosen by the environment.
#include <pthread.h>
#include <stdlib.h>
int never;

void *worker(void *unused) {
  if (system("exit 3") == 0) // ENDS
    never++; // IMPRECISE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  worker(NULL);
  pthread_join(id, NULL);
  return 0;
}
