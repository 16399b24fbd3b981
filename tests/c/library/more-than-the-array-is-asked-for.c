// A call that asks for more than the array has touches what lies behind it in the record: the header is read as a whole.
#include <pthread.h>
#include <string.h>
#include <unistd.h>

struct header {
  char magic[4];
  int length;
} header, answer;
char name[16];

void *reader(void *unused) {
  read(0, header.magic, sizeof header); // RACE
  strncpy(answer.magic, name, 8);       // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, reader, NULL);
  header.length = 0; // RACE
  answer.length = 0; // RACE
  pthread_join(id, NULL);
  return 0;
}
