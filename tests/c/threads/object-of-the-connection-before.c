// pepsin: exploration=off
// Sometimes a thread is given the object of the one before.
#include <pthread.h>
#include <stdlib.h>
struct connection {
  int descriptor;
} *last;

void *serve(void *argument) {
  struct connection *connection = argument;
  connection->descriptor++; // RACE
  return NULL;
}

static void spawn(void) {
  struct connection *connection = malloc(sizeof *connection);
  connection->descriptor = 1;
  if (last && rand() == 8)
    connection = last;
  pthread_t id;
  pthread_create(&id, NULL, serve, connection);
  last = connection;
}

int main(void) {
  while (rand())
    spawn();
  return 0;
}
