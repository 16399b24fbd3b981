// Messages are added to one of two buffers, which lie beside their lock: what is written stays in the buffers.
#include <pthread.h>
#include <stdio.h>
#include <string.h>
struct journal {
  pthread_mutex_t lock;
  char text[2][256];
  size_t used;
  int active;
  char *owner;
  unsigned long lost;
} journal = {PTHREAD_MUTEX_INITIALIZER};

static void add(const char *message, size_t length) {
  pthread_mutex_lock(&journal.lock);
  if (journal.used + length <= sizeof journal.text[0]) {
    memcpy(journal.text[journal.active] + journal.used, message, length); // NORACE
    journal.used += length;                                               // NORACE
  } else {
    journal.lost++; // NORACE
  }
  pthread_mutex_unlock(&journal.lock);
}

static void *writer(void *name) {
  char line[64];
  for (int round = 0; round < 100; round++)
    add(line, (size_t)snprintf(line, sizeof line, "%s: round %d\n", (char *)name, round));
  return NULL;
}

static void *printer(void *unused) {
  for (int round = 0; round < 100; round++) {
    pthread_mutex_lock(&journal.lock);
    fwrite(journal.text[journal.active], 1, journal.used, stdout); // NORACE
    journal.active = !journal.active;                              // NORACE
    journal.used = 0;                                              // NORACE
    pthread_mutex_unlock(&journal.lock);
    puts(journal.owner); // NORACE
  }
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  journal.owner = "main";
  pthread_create(&threads[0], NULL, writer, "one");
  pthread_create(&threads[1], NULL, writer, "other");
  pthread_create(&threads[2], NULL, printer, NULL);
  for (int number = 0; number < 3; number++)
    pthread_join(threads[number], NULL);
  printf("%lu lost\n", journal.lost); // NORACE
  return 0;
}
