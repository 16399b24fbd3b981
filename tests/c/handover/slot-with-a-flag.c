// pepsin: exploration=off
// One slot, and a flag that tells whether there is a letter in it; the address of the last one stays behind.
#include <pthread.h>
#include <stdlib.h>
struct letter {
  int question, answer;
};
static struct letter *slot;
static int full;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static struct letter *take(void) {
  pthread_mutex_lock(&lock);
  while (!full)
    pthread_cond_wait(&changed, &lock);
  struct letter *letter = slot; // NORACE
  full = 0;                     // NORACE
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  return letter;
}

static void put(struct letter *letter) {
  pthread_mutex_lock(&lock);
  while (full)
    pthread_cond_wait(&changed, &lock);
  slot = letter; // NORACE
  full = 1;      // NORACE
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
}

static void *answer(void *unused) {
  struct letter *letter;
  while ((letter = take()) != NULL) {
    letter->answer = letter->question + 1; // NORACE REACHABLE
    free(letter);                          // NORACE
  }
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, answer, NULL);
  pthread_create(&second, NULL, answer, NULL);
  for (int i = 0; i < 20; i++) {
    struct letter *letter = malloc(sizeof *letter);
    if (!letter)
      abort();
    letter->question = i; // NORACE
    put(letter);
  }
  put(NULL);
  put(NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
