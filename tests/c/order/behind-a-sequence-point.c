// Commas, conditions and full expressions have an order.
#include <pthread.h>
int first, second, third, fourth;
pthread_t id;

void *worker(void *unused) {
  first++;  // NORACE REACHABLE
  second++; // NORACE REACHABLE
  third++;  // NORACE REACHABLE
  fourth++; // NORACE REACHABLE
  return NULL;
}

int finished(void) { return pthread_join(id, NULL); }

int main(void) {
  pthread_create(&id, NULL, worker, NULL);
  int sum = (finished(), first);   // NORACE REACHABLE
  sum += sum ? second : 0;         // NORACE REACHABLE
  if (sum == 0 || third)           // NORACE REACHABLE
    sum++;
  return sum + fourth; // NORACE REACHABLE
}
