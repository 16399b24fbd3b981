// Of two lengths one is that of the array, and one that of all that is cleared with it.
#include <pthread.h>
#include <string.h>
struct packet {
  char body[8];
  long length;
} packet;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused) {
  packet.length = 1; // RACE
  return unused;
}

int main(int count, char **arguments) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  memset(packet.body, 0, count > 1 ? sizeof packet : sizeof packet.body); // RACE
  pthread_join(thread, NULL);
  return 0;
}
