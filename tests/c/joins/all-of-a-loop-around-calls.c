// What is called in between touches no id.
#include <pthread.h>
#include <stdio.h>
pthread_t ids[64];
int total, count;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int input(void);

void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  total++;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

void say(int number) { printf("%d\n", number); }

int main(void) {
  count = input();
  if (count > 64)
    return 1;
  for (int i = 0; i < count; i++) {
    say(i);
    pthread_create(&ids[i], NULL, worker, NULL);
  }
  for (int i = 0; i < count; i++) {
    pthread_join(ids[i], NULL);
    say(i);
  }
  return total; // NORACE
}
