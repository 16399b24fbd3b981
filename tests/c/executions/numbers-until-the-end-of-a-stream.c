// A loop that reads numbers until the end of its input.
#include <pthread.h>
#include <stdio.h>
int never, sum;

void *worker(void *unused) {
  int number;
  FILE *file = fopen("numbers", "r");
  if (file == NULL)
    return NULL;
  while (!feof(file) && fscanf(file, "%d", &number) == 1)
    sum += number; // RACE CONFIRMED
  fclose(file);
  return NULL;
}

int main(void) {
  pthread_t ids[2];
  pthread_create(&ids[0], NULL, worker, NULL);
  pthread_create(&ids[1], NULL, worker, NULL);
  pthread_join(ids[0], NULL);
  pthread_join(ids[1], NULL);
  return 0;
}
