// What `putenv` was given is looked through by `getenv`.
#include <pthread.h>
#include <stdlib.h>
char text[] = "MODE=a";

void *worker(void *unused) {
  char *value = getenv("MODE"); // RACE CONFIRMED
  return value;
}

int main(void) {
  pthread_t id;
  putenv(text);
  pthread_create(&id, NULL, worker, NULL);
  text[0] = 'N'; // RACE CONFIRMED
  pthread_join(id, NULL);
  return 0;
}
