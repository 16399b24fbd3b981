// The third parameter of `main` leads to what `getenv` looks into.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

void *worker(void *unused) {
  char *path = getenv("PATH"); // OBSTACLE
  if (path)
    path[0] = 'x';
  return NULL;
}

int main(int argc, char **argv, char **environment) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  for (int number = 0; environment[number]; number++)
    if (!strncmp(environment[number], "PATH=", 5))
      environment[number][5] = 'x';
  pthread_join(thread, NULL);
  return 0;
}
