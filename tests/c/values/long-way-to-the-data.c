// The number of evaluations of a long chain of pointers does not grow with the number of ways to split it.
#include <pthread.h>
#include <stdlib.h>

struct node {
  struct node *next;
  int data;
};

static struct node *head;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *argument) {
  pthread_mutex_lock(&mutex);
  head->next->next->next->next->next->next->next->next->next->next->next->next->next->next->next->data++; // NORACE
  struct node *far =
      head->next->next->next->next->next->next->next->next->next->next->next->next->next->next->next; // NORACE
  far->data++; // NORACE
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(void) {
  pthread_t first, second;
  head = malloc(sizeof *head);
  head->next = head;
  head->data = 0;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
