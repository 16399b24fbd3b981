// What comes from a process has no positions and no terminal.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
int refused, never;

void *worker(void *unused) {
  FILE *output = popen("ls", "r");
  if (!output)
    return NULL;
  if (fseek(output, 0, SEEK_SET) != 0)
    refused++; // RACE CONFIRMED
  else
    never++; // IMPRECISE
  if (isatty(fileno(output)))
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
