// Twin of more-than-the-array-is-asked-for.c: who asks for no more than the array stays in it, and a string is taken to end there.
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

struct header {
  char magic[4];
  int length;
} header, answer;
struct file {
  char name[8];
  int size;
} file;
char name[16];

void *reader(void *unused) {
  read(0, header.magic, sizeof header.magic); // NORACE
  strncpy(answer.magic, name, 4);             // NORACE
  open(file.name, O_RDWR | O_CREAT, 0644);    // NORACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, reader, NULL);
  header.length = 0; // NORACE
  answer.length = 0; // NORACE
  file.size = 0;     // NORACE
  pthread_join(id, NULL);
  return 0;
}
