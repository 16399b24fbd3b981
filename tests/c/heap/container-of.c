// A node is found from the member embedded in it, under one lock.
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
struct link {
  struct link *next;
};
struct entry {
  int data;
  struct link link;
};
struct link head;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  if (head.next) { // NORACE REACHABLE
    struct entry *entry = (struct entry *)((char *)head.next - offsetof(struct entry, link)); // NORACE
    entry->data++; // NORACE REACHABLE
  }
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t id;
  struct entry *entry = malloc(sizeof *entry);
  entry->data = 0; // NORACE
  entry->link.next = NULL; // NORACE
  pthread_create(&id, NULL, worker, NULL);
  pthread_mutex_lock(&mutex);
  head.next = &entry->link; // NORACE REACHABLE
  pthread_mutex_unlock(&mutex);
  return 0;
}
