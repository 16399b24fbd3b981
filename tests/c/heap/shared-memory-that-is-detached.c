// Shared memory that is detached while another thread uses it.
#include <pthread.h>
#include <sys/shm.h>
char *memory;

void *worker(void *unused) {
  memory[50] = 1; // RACE
  return NULL;
}

int main(void) {
  int id = shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600);
  memory = shmat(id, NULL, 0);
  if (memory == (void *)-1)
    return 1;
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  shmdt(memory); // RACE
  pthread_join(thread, NULL);
  return 0;
}
