// pepsin: exploration=off
// The list is two variables beside a mutex.
#include <pthread.h>
#include <stdlib.h>
struct message {
  struct message *next;
  char text[16];
};
static struct message *first, *last;
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
    last = message;  // NORACE
  } else {
    last->next = message; // NORACE
    last = message;       // NORACE
  }
  pthread_mutex_unlock(&mutex);
  pthread_cond_signal(&filled);
}

static struct message *receive(void) {
  pthread_mutex_lock(&mutex);
  while (first == NULL)
    pthread_cond_wait(&filled, &mutex);
  struct message *message = first; // NORACE
  first = first->next;             // NORACE
  if (first == NULL)
    last = NULL;
  pthread_mutex_unlock(&mutex);
  return message;
}

static void *reader(void *unused) {
  for (int i = 0; i < 50; i++) {
    struct message *message = receive();
    message->text[0] = 'x'; // NORACE REACHABLE
    free(message);          // NORACE
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
