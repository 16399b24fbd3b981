// pepsin: unknown-functions=write-args exploration=off
// Nothing is known of where a pointer leads. Since nothing is proved anyway, only variables of a fitting type are listed.
#include <pthread.h>
int number;
long numbers[4];
double measured;
char text[8];
int *to_number = &number;
long *to_numbers = numbers;
double *to_measured = &measured;
char *to_text = text;

extern void find(int **pointer);

void *worker(void *unused) {
  number = 1; // RACE
  numbers[1] = 1; // NORACE
  measured = 1; // NORACE
  text[3] = 1; // RACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  int *pointer;
  find(&pointer);
  *pointer = 2; // RACE OBSTACLE
  return 0;
}
