// One thread takes rows by their numbers in each plane, the other all rows of a plane.
#include <pthread.h>
#include <stdlib.h>

static int ***planes;
static int n;

void *first_rows(void *unused) {
  for (int p = 0; p < 2 * n; p++)
    for (int r = 0; r < n; r++)
      planes[p][r][0] = r; // RACE
  return unused;
}

void *last_planes(void *unused) {
  for (int p = n; p < 2 * n; p++)
    for (int r = 0; r < 2 * n; r++)
      planes[p][r][0] = r; // RACE
  return unused;
}

int input(void);

int main(void) {
  pthread_t ids[2];
  n = input();
  if (n < 1 || n > 100)
    return 1;
  planes = malloc(2 * n * sizeof *planes);
  for (int k = 0; k < 2 * n; k++) {
    planes[k] = malloc(2 * n * sizeof **planes);
    for (int r = 0; r < 2 * n; r++)
      planes[k][r] = calloc(8, sizeof(int));
  }
  pthread_create(&ids[0], NULL, first_rows, NULL);
  pthread_create(&ids[1], NULL, last_planes, NULL);
  pthread_join(ids[0], NULL);
  pthread_join(ids[1], NULL);
  return 0;
}
