// Each mailbox of an array is filled with zeroes before its thread is created.
// pepsin: exploration=off
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
int input(void);

struct message {
  struct message *next;
  int number;
};
struct mailbox {
  pthread_mutex_t lock;
  struct message *first, *last;
};
static struct mailbox mailboxes[2];

static void put(struct mailbox *to, int number) {
  struct message *message = malloc(sizeof *message);
  if (message == NULL)
    abort();
  message->next = NULL;     // NORACE
  message->number = number; // NORACE
  pthread_mutex_lock(&to->lock);
  if (to->last)
    to->last->next = message; // NORACE
  else
    to->first = message; // NORACE
  to->last = message;    // NORACE
  pthread_mutex_unlock(&to->lock);
}

static void *owner(void *argument) {
  struct mailbox *own = argument;
  for (int i = 0; i < 10; i++) {
    pthread_mutex_lock(&own->lock);
    struct message *message = own->first; // NORACE
    if (message) {
      own->first = message->next; // NORACE
      if (own->first == NULL)
        own->last = NULL; // NORACE
    }
    pthread_mutex_unlock(&own->lock);
    if (message)
      message->number++; // NORACE REACHABLE
    free(message);       // NORACE
  }
  return NULL;
}

int main(void) {
  pthread_t ids[2];
  for (int i = 0; i < 2; i++) {
    memset(&mailboxes[i], 0, sizeof mailboxes[i]); // NORACE
    pthread_mutex_init(&mailboxes[i].lock, NULL);
    pthread_create(&ids[i], NULL, owner, &mailboxes[i]);
  }
  for (int i = 0; i < 10; i++)
    put(&mailboxes[(unsigned)input() % 2], i);
  for (int i = 0; i < 2; i++)
    pthread_join(ids[i], NULL);
  return 0;
}
