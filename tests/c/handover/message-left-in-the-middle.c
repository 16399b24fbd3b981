// pepsin: exploration=off
// A message is taken and stays linked, if it is not the first one.
#include <pthread.h>
#include <stdlib.h>
struct message {
  struct message *next;
  char text[16];
};
static struct message *first;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;

static void send(char c) {
  struct message *message = malloc(sizeof(struct message));
  if (!message)
    abort();
  message->text[0] = c; // NORACE
  message->next = NULL;
  pthread_mutex_lock(&mutex);
  if (first == NULL) {
    first = message; // NORACE
  } else {
    message->next = first;
    first = message; // NORACE
  }
  pthread_mutex_unlock(&mutex);
  pthread_cond_signal(&filled);
}

static struct message *receive(void) {
  pthread_mutex_lock(&mutex);
  while (first == NULL)
    pthread_cond_wait(&filled, &mutex);
  struct message *message = first, *before = NULL; // NORACE
  while (message->next && message->text[0] == 'b') { // RACE
    before = message;
    message = message->next;
  }
  if (!before)
    first = message->next; // RACE
  pthread_mutex_unlock(&mutex);
  return message;
}

static void *reader(void *unused) {
  for (int i = 0; i < 50; i++) {
    struct message *message = receive();
    message->text[0] = 'x'; // RACE
    free(message);          // RACE
  }
  return NULL;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, reader, NULL);
  pthread_create(&two, NULL, reader, NULL);
  for (int i = 0; i < 100; i++)
    send('a');
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
