// Permits are taken and given back in helpers, one inside of the other.
#include <pthread.h>
#include <semaphore.h>
struct guard {
  sem_t permit;
  int value;
};

void enter(struct guard *guard) { sem_wait(&guard->permit); }
void leave(struct guard *guard) { sem_post(&guard->permit); }
struct guard first = {.value = 1}, second = {.value = 2};

void *worker(void *unused) {
  enter(&first);
  enter(&second);
  first.value++; // NORACE REACHABLE
  leave(&second);
  leave(&first);
  return NULL;
}

int main(void) {
  pthread_t id;
  sem_init(&first.permit, 0, 1);
  sem_init(&second.permit, 0, 1);
  pthread_create(&id, NULL, worker, NULL);
  enter(&first);
  enter(&second);
  first.value++; // NORACE REACHABLE
  leave(&second);
  leave(&first);
  return 0;
}
