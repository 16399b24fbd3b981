// pepsin: exploration=off
// The copy of a text is no longer than the memory in which that stands: the lock behind the last message is not written.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct message {
  int level;
  char text[24];
};
struct log {
  struct message ring[8];
  unsigned head;
  pthread_mutex_t lock;
};

static void *client(void *argument) {
  struct log *log = argument;
  char text[24];
  for (int i = 0; i < 3; i++) {
    snprintf(text, sizeof text, "message %d", i);
    pthread_mutex_lock(&log->lock);
    struct message *message = &log->ring[log->head % 8];
    message->level = i;          // NORACE
    strcpy(message->text, text); // NORACE
    log->head++;                 // NORACE
    pthread_mutex_unlock(&log->lock);
  }
  return NULL;
}

int main(void) {
  pthread_t ids[2];
  struct log *log = calloc(1, sizeof *log);
  if (!log)
    return 1;
  pthread_mutex_init(&log->lock, NULL);
  pthread_create(&ids[0], NULL, client, log);
  pthread_create(&ids[1], NULL, client, log);
  pthread_join(ids[0], NULL);
  pthread_join(ids[1], NULL);
  return 0;
}
