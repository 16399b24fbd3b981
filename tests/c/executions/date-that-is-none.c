// What a text does not tell is not stored.
#include <pthread.h>
#define __USE_XOPEN
#include <time.h>
struct tm day;

void *worker(void *unused) {
  strptime("noon", "%d", &day); // IMPRECISE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  strptime("noon", "%d", &day); // IMPRECISE
  pthread_join(id, NULL);
  return 0;
}
