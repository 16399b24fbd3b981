// The ids of threads stand in an array of a length that is computed, beside a list from which they take.
// pepsin: exploration=off
#include <pthread.h>
#include <stdlib.h>
int input(void);

struct page {
  int number;
  struct page *next;
};
static struct page *pages;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *argument) {
  for (;;) {
    pthread_mutex_lock(&lock);
    struct page *page = pages; // NORACE
    if (page)
      pages = page->next; // NORACE
    pthread_mutex_unlock(&lock);
    if (!page)
      return argument;
    page->number++; // NORACE REACHABLE
    free(page);     // NORACE
  }
}

int main(void) {
  int count = input();
  if (count < 1 || count > 100)
    return 1;
  pthread_t ids[count];
  for (int i = 0; i < 9; i++) {
    struct page *page = malloc(sizeof *page);
    if (!page)
      exit(1);
    page->next = pages; // NORACE
    pages = page;       // NORACE
  }
  for (int i = 0; i < count; i++)
    pthread_create(&ids[i], NULL, worker, NULL);
  for (int i = 0; i < count; i++)
    pthread_join(ids[i], NULL);
  return 0;
}
