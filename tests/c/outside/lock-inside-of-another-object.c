// The lock of one object does not protect another one.
#include <pthread.h>
struct item { int value; pthread_mutex_t lock; };
struct item *find(int number);

void *worker(void *unused) {
  struct item *one = find(1), *other = find(2);
  pthread_mutex_lock(&one->lock);
  other->value++; // RACE REACHABLE
  pthread_mutex_unlock(&one->lock);
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
