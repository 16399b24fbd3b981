// Workers move the ends of the parts behind theirs while their creator clips these.
#include <pthread.h>
#include <stdlib.h>
int input(void);

struct part {
  int low, high;
};
int values[2000];
struct part parts[65];

void *worker(void *argument) {
  struct part *part = argument;
  part[1].high += 5; // RACE
  for (int k = part->low; k < part->high; k++) // RACE
    values[k] = k; // RACE
  return NULL;
}

int main(void) {
  int count = input();
  if (count < 1 || count > 64)
    return 1;
  pthread_t ids[64];
  int chunk = (1000 + count - 1) / count;
  for (int i = 0; i < count; i++) {
    parts[i].low = i * chunk;
    parts[i].high = (i + 1) * chunk; // RACE
    if (parts[i].high > 1000) // RACE
      parts[i].high = 1000;   // RACE
    pthread_create(&ids[i], NULL, worker, &parts[i]);
  }
  for (int i = 0; i < count; i++)
    pthread_join(ids[i], NULL);
  return values[0];
}
