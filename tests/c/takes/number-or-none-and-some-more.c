// What is added to a number that was taken, or to zero, may make another thread's number of zero.
#include <pthread.h>
#include <stdatomic.h>
static int values[400];
static atomic_int next = 16;

static void *worker(void *argument) {
  int number = 0;
  if (argument) {
    number = atomic_fetch_add(&next, 16);
    if (number > 200)
      return NULL;
  }
  int more = values[399] & 15;
  int i = number + more;
  if (i > 0)
    values[i] = 1; // RACE
  return NULL;
}

int main(int count, char **arguments) {
  pthread_t one, other;
  values[399] = count;
  pthread_create(&one, NULL, worker, arguments[1]);
  pthread_create(&other, NULL, worker, arguments[1]);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  return 0;
}
