// The lock of an object protects that object, from wherever it is.
#include <pthread.h>
struct item { int value; pthread_mutex_t lock; };
struct item *find(int number);

void *worker(void *unused) {
  struct item *item = find(1);
  pthread_mutex_lock(&item->lock);
  item->value++; // NORACE REACHABLE
  pthread_mutex_unlock(&item->lock);
  return NULL;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, worker, NULL);
  pthread_create(&two, NULL, worker, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
