// pepsin: exploration=off
// A letter is taken out of the box only if it is the last one, and read otherwise as well.
#include <pthread.h>
#include <stdlib.h>
struct letter {
  int number;
  char text[20];
};
struct box {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  struct letter *letter;
};

static void *read_letters(void *argument) {
  struct box *box = argument;
  for (;;) {
    pthread_mutex_lock(&box->lock);
    while (box->letter == NULL)
      pthread_cond_wait(&box->changed, &box->lock);
    struct letter *letter = box->letter; // NORACE
    if (letter->number == 0)
      box->letter = NULL;
    pthread_cond_signal(&box->changed);
    pthread_mutex_unlock(&box->lock);
    int number = letter->number;
    letter->text[number % 20] = 0; // RACE
    if (number == 0)
      return NULL;
  }
}

static void send(struct box *box, int number) {
  struct letter *letter = malloc(sizeof *letter);
  if (!letter)
    abort();
  letter->number = number; // NORACE
  pthread_mutex_lock(&box->lock);
  while (box->letter != NULL)
    pthread_cond_wait(&box->changed, &box->lock);
  box->letter = letter; // NORACE
  pthread_cond_signal(&box->changed);
  pthread_mutex_unlock(&box->lock);
}

int main(void) {
  struct box *boxes[2];
  pthread_t readers[2];
  for (int i = 0; i < 2; i++) {
    boxes[i] = calloc(1, sizeof(struct box));
    if (!boxes[i])
      abort();
    pthread_mutex_init(&boxes[i]->lock, NULL);
    pthread_cond_init(&boxes[i]->changed, NULL);
    pthread_create(&readers[i], NULL, read_letters, boxes[0]);
  }
  for (int number = 19; number >= 0; number--)
    for (int i = 0; i < 2; i++)
      send(boxes[i % 1], number);
  for (int i = 0; i < 2; i++)
    pthread_join(readers[i], NULL);
  return 0;
}
