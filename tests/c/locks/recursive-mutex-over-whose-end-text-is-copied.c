// Bytes are copied over the end of a recursive mutex: whether it is one still is not known.
#include <pthread.h>
#include <string.h>
struct entry {
  char name[16];
  int count;
};
static struct {
  pthread_mutex_t mutex;
  struct entry entries[32];
  int used;
} registry;

static struct entry *find(const char *name) {
  struct entry *entry = NULL;
  pthread_mutex_lock(&registry.mutex); // RACE
  for (int i = 0; i < registry.used && !entry; i++) // RACE
    if (strcmp(registry.entries[i].name, name) == 0)
      entry = &registry.entries[i];
  pthread_mutex_unlock(&registry.mutex); // RACE
  return entry;
}

static void *worker(void *name) {
  pthread_mutex_lock(&registry.mutex); // RACE
  struct entry *entry = find(name);
  if (!entry && registry.used < 32) { // RACE
    entry = &registry.entries[registry.used++]; // RACE
    memcpy((char *)&registry.mutex + 16, name, 16); // RACE
  }
  if (entry)
    entry->count++; // RACE
  pthread_mutex_unlock(&registry.mutex); // RACE
  return NULL;
}

int main(void) {
  pthread_t ids[2];
  pthread_mutexattr_t kind;
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&registry.mutex, &kind);
  pthread_create(&ids[0], NULL, worker, "one");
  pthread_create(&ids[1], NULL, worker, "two");
  pthread_join(ids[0], NULL);
  pthread_join(ids[1], NULL);
  return 0;
}
