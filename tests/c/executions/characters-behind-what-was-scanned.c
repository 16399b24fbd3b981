// What is scanned is as long as it can be, and characters and words match whatever there is.
#include <ctype.h>
#include <pthread.h>
#include <stdio.h>
int never, told;

void *worker(void *unused) {
  int number, next;
  char character = 'a', word[64];
  if (scanf("%d", &number) == 1) {
    told++; // RACE CONFIRMED
    next = getchar();
    if (isdigit(next))
      never++; // IMPRECISE
  }
  if (scanf("%c", &character) == 0)
    never++; // IMPRECISE
  if (scanf("%d%c", &number, &character) == 2 && isdigit((unsigned char)character))
    never++; // IMPRECISE
  if (scanf("%d %c", &number, &character) == 2 && isspace((unsigned char)character))
    never++; // IMPRECISE
  if (scanf("%[a]%[a]", word, word) == 2)
    never++; // IMPRECISE
  if (scanf("%[^\n]%c", word, &character) == 2 && character != '\n')
    never++; // IMPRECISE
  if (scanf("%63s", word) == 0)
    never++; // IMPRECISE
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
