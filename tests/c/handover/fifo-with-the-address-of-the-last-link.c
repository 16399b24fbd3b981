// pepsin: exploration=off
// The tail is the address of the link to which the next message goes: that of the last one, or the head.
#include <pthread.h>
#include <stdlib.h>
struct message {
  int value;
  struct message *next;
};
struct inbox {
  pthread_mutex_t lock;
  pthread_cond_t more;
  struct message *first, **last;
};
static struct inbox here = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, NULL, &here.first};
struct entry {
  struct entry *next;
  int value;
};
static struct entry *log, **log_end = &log;
static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;

static void send(struct inbox *inbox, struct message *message) {
  pthread_mutex_lock(&inbox->lock);
  message->next = NULL;           // NORACE
  *inbox->last = message;         // NORACE
  inbox->last = &message->next;   // NORACE
  pthread_cond_signal(&inbox->more);
  pthread_mutex_unlock(&inbox->lock);
}

static struct message *receive(struct inbox *inbox) {
  pthread_mutex_lock(&inbox->lock);
  while (!inbox->first)
    pthread_cond_wait(&inbox->more, &inbox->lock);
  struct message *message = inbox->first; // NORACE
  inbox->first = message->next;           // NORACE
  if (!inbox->first)
    inbox->last = &inbox->first; // NORACE
  pthread_mutex_unlock(&inbox->lock);
  return message;
}

static void note(int value) {
  struct entry *entry = malloc(sizeof *entry);
  if (!entry)
    exit(1);
  entry->value = value; // NORACE
  entry->next = NULL;   // NORACE
  pthread_mutex_lock(&log_lock);
  *log_end = entry;       // NORACE
  log_end = &entry->next; // NORACE
  pthread_mutex_unlock(&log_lock);
}

static struct entry *noted(void) {
  pthread_mutex_lock(&log_lock);
  struct entry *all = log; // NORACE
  log = NULL;              // NORACE
  log_end = &log;          // NORACE
  pthread_mutex_unlock(&log_lock);
  return all;
}

static void *work(void *argument) {
  struct inbox *there = argument;
  for (int i = 0; i < 10; i++) {
    struct message *message = receive(&here);
    message->value++; // NORACE REACHABLE
    send(there, message);
    message = receive(there);
    message->value++; // NORACE REACHABLE
    note(message->value); // NORACE
    free(message);        // NORACE
    for (struct entry *all = noted(), *next; all; all = next) {
      next = all->next; // NORACE
      all->value = 0;   // NORACE
      free(all);        // NORACE
    }
  }
  return NULL;
}

int main(void) {
  struct inbox *there = malloc(sizeof *there);
  if (!there)
    exit(1);
  pthread_mutex_init(&there->lock, NULL);
  pthread_cond_init(&there->more, NULL);
  there->first = NULL;
  there->last = &there->first;
  pthread_t workers[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&workers[i], NULL, work, there);
  for (int i = 0; i < 20; i++) {
    struct message *message = malloc(sizeof *message);
    if (!message)
      exit(1);
    message->value = i; // NORACE
    send(&here, message);
  }
  for (int i = 0; i < 2; i++)
    pthread_join(workers[i], NULL);
  return 0;
}
