// What is written to a shared mapping is read behind the join; other processes are another matter.
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
int *memory;

void *worker(void *unused) {
  memory[0] = 1;
  return NULL;
}

int main(void) {
  pthread_t id;
  int file = open("file", O_RDWR);
  memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (memory == MAP_FAILED)
    return 1;
  pthread_create(&id, NULL, worker, NULL);
  pthread_join(id, NULL);
  return memory[0];
}
