// pepsin: exploration=off
// Sorting touches the elements that it is told of, and so does the comparison.
#include <pthread.h>
#include <stdlib.h>
enum { ALL = 1000 };
struct part {
  int *first;
  size_t count;
};

static int compare(const void *left, const void *right) {
  const int *one = left, *other = right;
  return *one < *other ? -1 : *one > *other; // NORACE
}

static void *sort(void *argument) {
  struct part *part = argument;
  qsort(part->first, part->count, sizeof(int), compare); // NORACE
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
  struct part high = {numbers + ALL / 2, ALL - ALL / 2};
  pthread_t first, second;
  pthread_create(&first, NULL, sort, &low);
  pthread_create(&second, NULL, sort, &high);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  free(numbers);
  return 0;
}
