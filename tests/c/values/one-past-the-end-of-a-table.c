// The address behind the last element is one, too: what is written before it is the last element.
#include <pthread.h>
struct table {
  int count;
  int numbers[4];
  int last;
} table;

static void *fill(void *length) {
  int *end = &table.numbers[*(int *)length];
  while (end != table.numbers)
    *--end = 1; // RACE
  table.last = 1;
  return NULL;
}

static void *read_last(void *unused) {
  return table.numbers[3] ? &table.count : NULL; // RACE
}

int lengths[2] = {4, 4};

int main(int argc, char **argv) {
  pthread_t one, other;
  lengths[0] = argc % 5;
  pthread_create(&one, NULL, fill, &lengths[argc & 1]);
  pthread_create(&other, NULL, read_last, NULL);
  return 0;
}
