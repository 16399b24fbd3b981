// A number is taken under the lock that is held from the look at the counter to its step; another one that is held at the step does not count.
#include <pthread.h>
#include <stddef.h>
pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t counting = PTHREAD_MUTEX_INITIALIZER;
int next;
int items[64];

static void in_two_sections(void) {
  pthread_mutex_lock(&outer);
  pthread_mutex_lock(&counting);
  int taken = next;
  pthread_mutex_unlock(&counting);
  pthread_mutex_lock(&counting);
  next++;
  pthread_mutex_unlock(&counting);
  if (taken >= 0 && taken < 64)
    items[taken] = 1; // RACE CONFIRMED
  pthread_mutex_unlock(&outer);
}

static void in_one_section(void) {
  pthread_mutex_lock(&counting);
  int taken = next;
  next++;
  pthread_mutex_unlock(&counting);
  if (taken >= 0 && taken < 64)
    items[taken] = 1; // RACE CONFIRMED
}

void *worker(void *unused) {
  in_two_sections();
  in_one_section();
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
