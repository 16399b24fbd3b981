// Another member of the record reaches into the number, and the copy of the record is changed before it is used.
#include <pthread.h>
#include <stdlib.h>
int input(void);

union label {
  int id;
  unsigned char bytes[4];
};
struct task {
  union label label;
  long weight;
};

int by_creator[256], by_thread[1001];

void *reader(void *argument) {
  struct task own = *(struct task *)argument;
  if (own.label.id >= 0 && own.label.id < 256)
    by_creator[own.label.id] = 1; // RACE
  return NULL;
}

void *changer(void *argument) {
  struct task own = *(struct task *)argument;
  if (input())
    own.label.id++;
  if (own.label.id >= 0 && own.label.id <= 1000)
    by_thread[own.label.id] = 1; // RACE
  return NULL;
}

int main(void) {
  int count = input();
  if (count > 1000)
    return 1;
  for (int i = 0; i < count; i++) {
    pthread_t id;
    struct task *first = malloc(sizeof *first), *second = malloc(sizeof *second);
    if (!first || !second)
      return 1;
    struct task task = {.label.id = i, .weight = 3};
    *second = task;
    task.label.bytes[0] = 0;
    *first = task;
    pthread_create(&id, NULL, reader, first);
    pthread_create(&id, NULL, changer, second);
  }
  return 0;
}
