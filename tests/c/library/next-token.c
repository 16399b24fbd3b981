// strtok called with null goes on in the text of the call before.
#include <pthread.h>
#include <string.h>
char text[4] = "a b";

void *worker(void *unused) {
  text[2] = 'y'; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  strtok(text, " ");
  char *second = strtok(NULL, " ");
  pthread_create(&id, NULL, worker, NULL);
  if (second)
    *second = 'z'; // RACE
  return 0;
}
