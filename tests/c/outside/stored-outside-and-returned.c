// A pointer that the program stored in memory from outside may come back from another function.
#include <pthread.h>
struct handle { int *user; };
struct handle *open_handle(void);
int *user_of_all(void);
static int mine;

void *worker(void *unused) {
  *user_of_all() = 1; // RACE REACHABLE
  return NULL;
}

int main(void) {
  pthread_t id;
  open_handle()->user = &mine;
  pthread_create(&id, NULL, worker, NULL);
  mine = 2; // RACE REACHABLE
  pthread_join(id, NULL);
  return 0;
}
