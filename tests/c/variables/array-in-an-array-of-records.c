// An element of an array inside of a record, both by an index that is not known, is none of the record's other members.
#include <pthread.h>
int input(void);

struct worker {
  long sum;
  pthread_mutex_t lock;
  int items[8];
  unsigned top;
};
struct worker workers[4];

void *run(void *argument) {
  struct worker *own = argument;
  for (int i = 0; i < 10; i++) {
    struct worker *other = &workers[(unsigned)input() % 4];
    pthread_mutex_lock(&other->lock);
    int item = other->items[other->top++ % 8]; // NORACE
    other->items[(unsigned)input() % 8] = i;   // NORACE
    pthread_mutex_unlock(&other->lock);
    own->sum += item; // NORACE
  }
  return NULL;
}

int main(void) {
  pthread_t ids[4];
  for (int i = 0; i < 4; i++)
    pthread_mutex_init(&workers[i].lock, NULL);
  for (int i = 0; i < 4; i++)
    pthread_create(&ids[i], NULL, run, &workers[i]);
  for (int i = 0; i < 4; i++)
    pthread_join(ids[i], NULL);
  return 0;
}
