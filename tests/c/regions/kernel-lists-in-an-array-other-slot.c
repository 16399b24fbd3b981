// pepsin: exploration=off
// The slot next to the one that is locked is changed.
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct list_head {
  struct list_head *next, *prev;
};
struct item {
  int value;
  struct list_head link;
};
#define item_of(pointer) ((struct item *)((char *)(pointer) - offsetof(struct item, link)))
struct cache {
  struct list_head slots[16];
  pthread_mutex_t locks[16];
} cache;

static void list_init(struct list_head *list) {
  list->next = list;
  list->prev = list;
}

static void list_add(struct list_head *new, struct list_head *head) {
  struct list_head *next = head->next; // RACE
  next->prev = new; // RACE
  new->next = next; // RACE
  new->prev = head; // RACE
  head->next = new; // RACE
}

void insert(unsigned slot, int value) {
  struct item *item = malloc(sizeof *item);
  item->value = value;
  list_init(&item->link);
  pthread_mutex_lock(&cache.locks[slot]);
  list_add(&item->link, &cache.slots[(slot + 1) % 16]); // REACHABLE
  pthread_mutex_unlock(&cache.locks[slot]);
}

void *inserter(void *unused) {
  while (__VERIFIER_nondet_uint())
    insert(__VERIFIER_nondet_uint() % 16, 1);
  return NULL;
}

void *walker(void *unused) {
  unsigned slot = __VERIFIER_nondet_uint() % 16;
  pthread_mutex_lock(&cache.locks[slot]);
  for (struct list_head *p = cache.slots[slot].next; p != &cache.slots[slot]; p = p->next) // RACE
    item_of(p)->value++; // IMPRECISE REACHABLE
  pthread_mutex_unlock(&cache.locks[slot]);
  return NULL;
}

int main(void) {
  pthread_t ids[4];
  for (int i = 0; i < 16; i++) {
    list_init(&cache.slots[i]);
    pthread_mutex_init(&cache.locks[i], NULL);
  }
  pthread_create(&ids[0], NULL, inserter, NULL);
  pthread_create(&ids[1], NULL, inserter, NULL);
  pthread_create(&ids[2], NULL, walker, NULL);
  pthread_create(&ids[3], NULL, walker, NULL);
  return 0;
}
