// A program asks how wide the terminal is, and there is none; where `isatty` says so there is one.
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>
int columns, never;

void *show(void *unused) {
  struct winsize size;
  int is_terminal = isatty(1);
  if (ioctl(1, TIOCGWINSZ, &size) == -1) {
    columns = 80; // RACE CONFIRMED
    if (is_terminal || errno != ENOTTY)
      never++; // IMPRECISE
  }
  return NULL;
}

int main(void) {
  pthread_t ids[2];
  pthread_create(&ids[0], NULL, show, NULL);
  pthread_create(&ids[1], NULL, show, NULL);
  return 0;
}
