// A function that creates threads is called again with a smaller number, which stands under the same name, and joins so many.
#include <pthread.h>
int input(void);
pthread_t first[64], second[64];
int total;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  total++; // RACE
  pthread_mutex_unlock(&mutex);
  return NULL;
}
void look(int *p) { (void)*p; }
void team(int joins, pthread_t *ids, int count) {
  int *p = &count; if (*p < 1) return;
  if (!joins) {
    for (int i = 0; i < count; i++)
      pthread_create(&ids[i], NULL, worker, NULL);
  } else {
    for (int i = 0; i < count; i++)
      pthread_join(ids[i], NULL);
  }
}
int main(void) {
  int count = input();
  if (count < 2 || count > 64)
    return 1;
  team(0, first, count);
  team(1, first, count - 1);
  return total; // RACE
}
