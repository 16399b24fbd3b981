// A parameter is passed anew while threads run: what one thread reads there is not what the other does.
#include <pthread.h>
int input(void);
int items[1000000];
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int *where;
void *below(void *argument) {
  pthread_mutex_lock(&mutex);
  if (!where) { pthread_mutex_unlock(&mutex); return argument; }
  int n = *where;
  pthread_mutex_unlock(&mutex);
  for (int k = 0; k < n; k++)
    items[k]++; // RACE
  return argument;
}
void *above(void *argument) {
  pthread_mutex_lock(&mutex);
  if (!where) { pthread_mutex_unlock(&mutex); return argument; }
  int n = *where;
  pthread_mutex_unlock(&mutex);
  for (int k = n; k < 1000; k++)
    items[k]++; // RACE
  return argument;
}
void show(int n) {
  pthread_mutex_lock(&mutex);
  where = &n;
  pthread_mutex_unlock(&mutex);
  input();
  pthread_mutex_lock(&mutex);
  where = 0;
  pthread_mutex_unlock(&mutex);
}
int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, below, 0);
  pthread_create(&other, 0, above, 0);
  int x = input(), y = input();
  if (x < 0 || x > 900 || y < 0 || y > 900)
    return 1;
  show(x);
  show(y);
  pthread_join(one, 0);
  pthread_join(other, 0);
  return 0;
}
