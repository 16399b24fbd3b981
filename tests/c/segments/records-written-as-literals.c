// The records that threads are given are written as literals, among others that a helper computes: each pointer leads where it is said to.
#include <pthread.h>
#include <stdlib.h>

struct job {
  int from, to, columns;
  const double *left, *right;
  double *result;
  double *overlapping;
};

static double *matrix(int rows, int columns) {
  return calloc((size_t)rows * columns, sizeof(double));
}

static void *multiply(void *argument) {
  struct job *job = argument;
  for (int i = job->from; i < job->to; i++)
    for (int k = 0; k < job->columns; k++) {
      double sum = 0;
      for (int l = 0; l < job->columns; l++)
        sum += job->left[i * job->columns + l] * job->right[l * job->columns + k]; // NORACE
      job->result[i * job->columns + k] = sum; // NORACE
      job->overlapping[(i + 1) * job->columns + k] = sum; // RACE
      job->overlapping[i * job->columns + k] = sum; // RACE
    }
  return NULL;
}

int main(int count, char **arguments) {
  int size = count > 1 ? atoi(arguments[1]) : 100;
  int threads = count > 2 ? atoi(arguments[2]) : 4;
  if (size < 1 || threads < 1 || size > 1000)
    return 1;
  double *left = matrix(size, size), *right = matrix(size, size), *result = matrix(size, size);
  double *overlapping = matrix(size + 1, size);
  pthread_t *ids = malloc(threads * sizeof *ids);
  struct job *jobs = malloc(threads * sizeof *jobs);
  if (!left || !right || !result || !overlapping || !ids || !jobs)
    return 1;
  for (int i = 0; i < threads; i++) {
    jobs[i] = (struct job){size * i / threads, size * (i + 1) / threads, size, left, right, result, overlapping};
    pthread_create(&ids[i], NULL, multiply, &jobs[i]);
  }
  for (int i = 0; i < threads; i++)
    pthread_join(ids[i], NULL);
  return 0;
}
