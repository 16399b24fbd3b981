// A function outside may return the address of a member of a variable with external linkage.
#include <pthread.h>
struct item { int value, weight; };
struct holder { int number; struct item item; } holder;
struct item *find(void);

void *worker(void *unused) {
  find()->value = 1; // RACE REACHABLE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  holder.item.value = 2; // RACE REACHABLE
  pthread_join(id, NULL);
  return 0;
}
