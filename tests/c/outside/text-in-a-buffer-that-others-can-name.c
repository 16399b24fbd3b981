// A pointer to characters may lead to an array of characters.
#include <pthread.h>
char buffer[64];
char *text(void);

void *worker(void *unused) {
  text()[0] = 'a'; // RACE REACHABLE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  buffer[3] = 'b'; // RACE REACHABLE
  pthread_join(id, NULL);
  return 0;
}
