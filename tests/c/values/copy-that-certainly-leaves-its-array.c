// The copy begins in an array and certainly ends behind it: what lies there is written, whatever C says of that.
#include <pthread.h>
#include <string.h>
struct packet {
  char head[4];
  int length;
  char body[8];
} packet;

static void *writer(void *bytes) {
  memcpy(packet.head + 2, bytes, 6); // RACE
  memcpy(packet.head + 2, bytes, 4); // RACE
  return NULL;
}

static void *reader(void *unused) {
  return packet.length ? &packet : NULL; // RACE
}

char bytes[8] = "message";

int main(void) {
  pthread_t one, other;
  pthread_create(&one, NULL, writer, bytes);
  pthread_create(&other, NULL, reader, NULL);
  return 0;
}
