// pepsin: evaluations=160 exploration=off
// The own address of an object, read out of it and stored elsewhere, shows it to others; so does a copy of the bytes.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct node {
  struct node *self;
  int value;
};

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
struct node *shared, copy;

static struct node *make(void) {
  struct node *node = malloc(sizeof *node);
  node->self = node;
  return node;
}

static void *read_back(void *argument) {
  struct node *node = make();
  pthread_mutex_lock(&lock);
  shared = node->self;
  pthread_mutex_unlock(&lock);
  node->value = 1; // RACE
  return argument;
}

static void *copied(void *argument) {
  struct node *node = make();
  pthread_mutex_lock(&lock);
  memcpy(&copy, node, sizeof copy);
  pthread_mutex_unlock(&lock);
  node->value = 2; // RACE
  return argument;
}

static void *former(void *argument) {
  struct node *node = make();
  struct node *next = make();
  pthread_mutex_lock(&lock);
  shared = node->self;
  pthread_mutex_unlock(&lock);
  node->value = 3; // RACE
  next->value = 3; // IMPRECISE
  return argument;
}

static void *held_by_another(void *argument) {
  struct node *node = make();
  struct node **holder = malloc(sizeof *holder);
  *holder = node->self;
  pthread_mutex_lock(&lock);
  shared = *holder;
  pthread_mutex_unlock(&lock);
  node->value = 4; // RACE
  return argument;
}

static void *look(void *argument) {
  pthread_mutex_lock(&lock);
  if (shared)
    shared->value++; // RACE
  if (copy.self)
    copy.self->value++; // RACE
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(void) {
  pthread_t threads[5];
  pthread_create(&threads[0], 0, read_back, 0);
  pthread_create(&threads[1], 0, copied, 0);
  pthread_create(&threads[2], 0, former, 0);
  pthread_create(&threads[3], 0, held_by_another, 0);
  pthread_create(&threads[4], 0, look, 0);
  return 0;
}
