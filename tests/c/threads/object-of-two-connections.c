// pepsin: exploration=off
// Sometimes a second thread is given the same object.
#include <pthread.h>
#include <stdlib.h>
struct connection {
  int descriptor;
};

void *serve(void *argument) {
  struct connection *connection = argument;
  connection->descriptor++; // RACE
  return NULL;
}

static void spawn(int descriptor) {
  struct connection *connection = malloc(sizeof *connection);
  connection->descriptor = descriptor;
  pthread_t id;
  pthread_create(&id, NULL, serve, connection);
  if (rand() == 9)
    pthread_create(&id, NULL, serve, connection);
}

int main(void) {
  while (rand())
    spawn(3);
  return 0;
}
