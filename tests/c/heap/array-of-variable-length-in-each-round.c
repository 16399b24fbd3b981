// An array of variable length lies in the same memory in each round; the thread of the last round still reads it.
#include <pthread.h>
void *worker(void *numbers) {
  return (void *)(long)*(int *)numbers; // RACE
}

int main(int count, char **arguments) {
  pthread_t threads[2];
  for (int round = 0; round < 2; round++) {
    int numbers[count + 1];
    numbers[0] = round; // RACE
    pthread_create(&threads[round], NULL, worker, numbers);
  }
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
