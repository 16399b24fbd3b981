// pepsin: exploration=off
// A pointer walks over the head and the links, so that the first node is put in and taken out as all others are.
#include <pthread.h>
#include <stdlib.h>
struct node {
  int key, hits;
  struct node *next;
};
struct list {
  pthread_mutex_t lock;
  struct node *head;
};
static struct list named = {PTHREAD_MUTEX_INITIALIZER, NULL};
struct entry {
  struct entry *next;
  int hits;
};
static struct entry *entries;
static pthread_mutex_t entries_lock = PTHREAD_MUTEX_INITIALIZER;

static void insert(struct list *list, struct node *node) {
  pthread_mutex_lock(&list->lock);
  struct node **link = &list->head;
  while (*link && (*link)->key < node->key) // NORACE
    link = &(*link)->next;
  node->next = *link; // NORACE
  *link = node;       // NORACE
  pthread_mutex_unlock(&list->lock);
}

static struct node **find(struct list *list, int key) {
  struct node **link = &list->head;
  while (*link && (*link)->key != key) // NORACE
    link = &(*link)->next;
  return link;
}

static struct node *extract(struct list *list, int key) {
  pthread_mutex_lock(&list->lock);
  struct node **link = find(list, key);
  struct node *found = *link; // NORACE
  if (found)
    *link = found->next; // NORACE
  pthread_mutex_unlock(&list->lock);
  return found;
}

static struct node *first(struct list *list) {
  pthread_mutex_lock(&list->lock);
  struct node *node = list->head; // NORACE
  if (node)
    list->head = node->next; // NORACE
  pthread_mutex_unlock(&list->lock);
  return node;
}

static void append(int hits) {
  struct entry *entry = malloc(sizeof *entry);
  if (!entry)
    exit(1);
  entry->next = NULL; // NORACE
  entry->hits = hits; // NORACE
  pthread_mutex_lock(&entries_lock);
  struct entry **last = &entries;
  while (*last) // NORACE
    last = &(*last)->next;
  *last = entry; // NORACE
  pthread_mutex_unlock(&entries_lock);
}

static struct entry *first_entry(void) {
  pthread_mutex_lock(&entries_lock);
  struct entry *entry = entries; // NORACE
  if (entry)
    entries = entry->next; // NORACE
  pthread_mutex_unlock(&entries_lock);
  return entry;
}

static void *work(void *argument) {
  struct list *list = argument;
  for (int key = 0; key < 20; key++) {
    struct node *node = key % 2 ? extract(list, key) : first(list);
    if (node) {
      node->hits++; // NORACE REACHABLE
      free(node);   // NORACE
    }
    node = extract(&named, key);
    if (node) {
      append(node->hits); // NORACE REACHABLE
      insert(list, node);
    }
    struct entry *entry = first_entry();
    if (entry) {
      entry->hits++; // NORACE REACHABLE
      free(entry);   // NORACE
    }
  }
  return NULL;
}

int main(void) {
  struct list *list = malloc(sizeof *list);
  if (!list)
    exit(1);
  pthread_mutex_init(&list->lock, NULL);
  list->head = NULL;
  pthread_t workers[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&workers[i], NULL, work, list);
  for (int i = 0; i < 20; i++) {
    struct node *node = malloc(sizeof *node);
    if (!node)
      exit(1);
    node->key = i;  // NORACE
    node->hits = 0; // NORACE
    insert(i % 3 ? list : &named, node);
  }
  for (int i = 0; i < 2; i++)
    pthread_join(workers[i], NULL);
  return 0;
}
// LONG
