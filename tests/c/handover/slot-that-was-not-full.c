// pepsin: exploration=off
// Who has put a letter into the slot goes on as if it had been full.
#include <pthread.h>
#include <stdlib.h>
struct letter {
  int question, answer;
};
static struct letter *slot;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int put(struct letter *letter) {
  int result = -1;
  pthread_mutex_lock(&lock);
  if (slot == NULL) { // NORACE
    slot = letter;    // NORACE
    result = 0;
  }
  pthread_mutex_unlock(&lock);
  return result;
}

static void *answer(void *unused) {
  for (int i = 0; i < 20; i++) {
    pthread_mutex_lock(&lock);
    struct letter *letter = slot; // NORACE
    slot = NULL;                  // NORACE
    pthread_mutex_unlock(&lock);
    if (letter) {
      letter->answer = letter->question + 1; // RACE
      free(letter);                          // RACE
    }
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
    if (put(letter) <= 0) {
      letter->answer = 0; // RACE
    }
  }
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
