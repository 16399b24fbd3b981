// The address of an array steps over the whole array.
#include <pthread.h>

static int v, numbers[2][5];

static void *worker(void *unused) {
  v++; // RACE
  return unused;
}

int main(void) {
  pthread_t id;
  int *end = (&numbers[0])[1], sum = 0;
  for (int *p = numbers[0]; p != end; p++)
    sum++;
  if (sum == 5 && sizeof((&numbers[0])[0]) == 20 && (&numbers[0])[1] == numbers[1] && (&numbers[0])[1][4] == 0) {
    pthread_create(&id, NULL, worker, NULL);
    v++; // RACE
    pthread_join(id, NULL);
  }
  return 0;
}
