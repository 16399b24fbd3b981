// The number behind 255 is 0 in a byte, which is the first thread's own.
#include <pthread.h>

int results[256];
struct task {
  unsigned char id;
};
struct task tasks[256];
pthread_t ids[256];

void *worker(void *argument) {
  struct task *own = argument;
  unsigned char id = own->id;
  unsigned char next = id + 1;
  results[id] = 1;   // RACE
  results[next] = 2; // RACE
  return NULL;
}

int main(void) {
  for (int i = 0; i <= 255; i += 5) {
    tasks[i].id = i;
    pthread_create(&ids[i], NULL, worker, &tasks[i]);
  }
  return 0;
}
