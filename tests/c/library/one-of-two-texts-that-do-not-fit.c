// Neither of the texts that the variable may point to has room.
#include <pthread.h>
#include <string.h>
struct {
  char name[4];
  int uses;
} entry;

void *worker(void *unused) {
  entry.uses++; // RACE CONFIRMED
  return NULL;
}

int main(int count, char **arguments) {
  pthread_t id;
  const char *name = "one argument";
  if (count > 2)
    name = "many";
  pthread_create(&id, NULL, worker, NULL);
  strcpy(entry.name, name); // RACE
  pthread_join(id, NULL);
  return 0;
}
