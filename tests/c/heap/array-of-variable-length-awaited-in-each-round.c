// The thread of each round is awaited before the array of variable length ends that it reads.
#include <pthread.h>
void *worker(void *numbers) {
  return (void *)(long)*(int *)numbers; // NORACE
}

int main(int count, char **arguments) {
  for (int round = 0; round < 2; round++) {
    pthread_t threads[count];
    int numbers[count + 1];
    numbers[0] = round; // NORACE
    pthread_create(&threads[0], NULL, worker, numbers);
    pthread_join(threads[0], NULL);
  }
  return 0;
}
