// What the library does when it calls a function of its own back is not followed.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
char words[2][8] = {"one", "two"};

void *worker(void *unused) {
  words[0][0] = 'x';
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  return bsearch("two", words, 2, 8, (int (*)(const void *, const void *))strcmp) != NULL; // OBSTACLE
}
