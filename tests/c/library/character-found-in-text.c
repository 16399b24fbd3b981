// What strchr returns points into the text.
#include <pthread.h>
#include <string.h>
char text[8] = "key=1";

void *worker(void *unused) {
  text[3] = ':'; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  char *equals = strchr(text, '=');
  pthread_create(&id, NULL, worker, NULL);
  if (equals)
    *equals = ' '; // RACE
  return 0;
}
