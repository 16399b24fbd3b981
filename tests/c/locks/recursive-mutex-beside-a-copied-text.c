// Text is copied into elements that lie behind a recursive mutex: that is recursive still.
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
  pthread_mutex_lock(&registry.mutex);
  for (int i = 0; i < registry.used && !entry; i++)
    if (strcmp(registry.entries[i].name, name) == 0)
      entry = &registry.entries[i];
  pthread_mutex_unlock(&registry.mutex);
  return entry;
}

static void *worker(void *name) {
  pthread_mutex_lock(&registry.mutex);
  struct entry *entry = find(name);
  if (!entry && registry.used < 32) {
    entry = &registry.entries[registry.used++]; // NORACE
    strncpy(entry->name, name, sizeof entry->name - 1); // NORACE
  }
  if (entry)
    entry->count++; // NORACE
  pthread_mutex_unlock(&registry.mutex);
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
