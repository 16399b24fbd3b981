// An operand that branches is one operand.
#include <pthread.h>
#include <stdlib.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int counter;

void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  counter++; // RACE REACHABLE
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  pthread_mutex_lock(&lock);
  int sum = (argc > 1 ? counter++ : 0) + (argc > 2 ? pthread_mutex_unlock(&lock) : rand()); // RACE REACHABLE
  return sum;
}
