// pepsin: exploration=off
// A helper makes an object for each thread, which works on it by calls, walks through it, and releases it.
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
struct connection {
  int descriptor;
  char text[256];
};

static void mask(struct connection *connection) {
  for (char *letter = connection->text; *letter; letter++)
    *letter = 'x'; // NORACE
}

void *serve(void *argument) {
  struct connection *connection = argument;
  while (read(connection->descriptor, connection->text, sizeof connection->text) > 0) { // NORACE
    mask(connection);
    write(connection->descriptor, connection->text, 8); // NORACE
  }
  free(connection); // NORACE REACHABLE
  return NULL;
}

static void spawn(int descriptor) {
  struct connection *connection = malloc(sizeof *connection);
  connection->descriptor = descriptor; // NORACE
  pthread_t id;
  pthread_create(&id, NULL, serve, connection);
  pthread_detach(id);
}

int main(void) {
  while (rand())
    spawn(3);
  spawn(4);
  return 0;
}
