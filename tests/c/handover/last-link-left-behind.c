// pepsin: exploration=off
// The address of the last link is left behind where the last message is taken out: the next one is linked to what another thread owns.
#include <pthread.h>
#include <stdlib.h>
struct message {
  int value;
  struct message *next;
};
struct inbox {
  pthread_mutex_t lock;
  struct message *first, **last;
};
static struct inbox inbox = {PTHREAD_MUTEX_INITIALIZER, NULL, &inbox.first};

static void send(struct message *message) {
  message->next = NULL;
  pthread_mutex_lock(&inbox.lock);
  *inbox.last = message; // RACE
  inbox.last = &message->next;
  pthread_mutex_unlock(&inbox.lock);
}

static void *work(void *unused) {
  for (int i = 0; i < 20; i++) {
    pthread_mutex_lock(&inbox.lock);
    struct message *message = inbox.first;
    if (message)
      inbox.first = message->next; // IMPRECISE
    pthread_mutex_unlock(&inbox.lock);
    if (message) {
      message->value++; // IMPRECISE
      message->next = NULL; // RACE
    }
  }
  return unused;
}

int main(void) {
  pthread_t workers[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&workers[i], NULL, work, NULL);
  for (int i = 0; i < 20; i++) {
    struct message *message = malloc(sizeof *message);
    if (!message)
      exit(1);
    message->value = i; // IMPRECISE
    send(message);
  }
  for (int i = 0; i < 2; i++)
    pthread_join(workers[i], NULL);
  return 0;
}
