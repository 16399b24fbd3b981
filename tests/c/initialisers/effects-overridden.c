// Whether an initialiser is evaluated that another one overrides is not told; gcc leaves it out (C17 6.7.9, note 153).
#include <pthread.h>
struct pair {
  int first, second;
};
int once;

void *worker(void *unused) {
  once++;
  return NULL;
}

int main(void) {
  pthread_t id;
  int count = 0;
  struct pair apart = {.second = count++, .first = count++};
  struct pair pair = {
      .second = count++,
      .second = count++, // OBSTACLE
  };
  pthread_create(&id, NULL, worker, NULL);
  if (count == 3 + apart.first - apart.first)
    once++;
  pthread_join(id, NULL);
  return pair.first;
}
