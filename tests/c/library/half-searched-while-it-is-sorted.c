// pepsin: exploration=off
// One thread searches the half that another one sorts.
#include <pthread.h>
#include <stdlib.h>
enum { ALL = 1000 };
struct part {
  int *first;
  size_t count;
};

static int compare(const void *left, const void *right) {
  const int *one = left, *other = right;
  return *one < *other ? -1 : *one > *other; // RACE
}

static void *sort(void *argument) {
  struct part *part = argument;
  if (part->count == ALL / 2)
    qsort(part->first, part->count, sizeof(int), compare); // RACE
  int wanted = 7;
  return bsearch(&wanted, part->first, part->count, sizeof(int), compare);
}

int main(void) {
  int *numbers = malloc(ALL * sizeof *numbers);
  if (numbers == NULL)
    return 1;
  for (int i = 0; i < ALL; i++)
    numbers[i] = rand();
  struct part low = {numbers, ALL / 2};
  struct part high = {numbers + ALL / 4, 1};
  pthread_t first, second;
  pthread_create(&first, NULL, sort, &low);
  pthread_create(&second, NULL, sort, &high);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  free(numbers);
  return 0;
}
