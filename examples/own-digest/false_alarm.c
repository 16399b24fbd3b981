// The table is filled before the thread that reads it is created.
#include <pthread.h>
#include <stdio.h>

static int squares[10];

static void *reader(void *unused) {
  printf("%d\n", squares[3]);
  return unused;
}

int main(void) {
  pthread_t thread;
  for (int i = 0; i < 10; i++)
    squares[i] = i * i;
  pthread_create(&thread, NULL, reader, NULL);
  pthread_join(thread, NULL);
  return 0;
}
