// What a function reaches through several pointers, its callers pass on.
#include <pthread.h>
#include <stdlib.h>

struct node {
  struct node *next;
  int value;
};

static struct node *head;
static int data;

static int second(struct node *node) { return node->next->value; }

static int look(void) { return second(head); }

static void *worker(void *argument) {
  data = 2; // RACE
  return argument;
}

int main(void) {
  pthread_t thread;
  struct node *last = malloc(sizeof *last), *first = malloc(sizeof *first);
  last->next = NULL;
  last->value = 7;
  first->next = last;
  first->value = 1;
  head = first;
  pthread_create(&thread, NULL, worker, NULL);
  if (look() == 7)
    data = 1; // RACE
  pthread_join(thread, NULL);
  return 0;
}
