// In which folder a program is that changed it, is not followed.
#include <pthread.h>
#include <string.h>
#include <unistd.h>
int changed, never;

void *worker(void *unused) {
  char name[64];
  if (chdir("/") != 0)
    return NULL;
  changed++; // RACE CONFIRMED
  if (getcwd(name, sizeof name) && strcmp(name, "/") != 0) // ENDS
    never++; // IMPRECISE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  worker(NULL);
  pthread_join(id, NULL);
  return 0;
}
