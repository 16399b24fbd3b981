// Library functions that give back what they were given, or lead into it.
#define _GNU_SOURCE
#include <pthread.h>
#include <pwd.h>
#include <string.h>
#include <unistd.h>
char text[16] = "a b";
char message[64];
struct passwd entry;
char names[256];
char *rest, *error, *user;
struct passwd *found;
int apart;

void *worker(void *unused) {
  *rest = 'x';             // RACE REACHABLE
  error[0] = 'x';          // RACE REACHABLE
  if (found)
    found->pw_uid = 1;     // RACE REACHABLE
  apart = 1;               // NORACE REACHABLE
  return NULL;
}

int main(void) {
  pthread_t id;
  strtok_r(text, " ", &rest);
  error = strerror_r(12345, message, sizeof message);
  getpwnam_r("root", &entry, names, sizeof names, &found);
  pthread_create(&id, NULL, worker, NULL);
  text[2] = 'y';     // RACE REACHABLE
  message[0] = 'y';  // RACE REACHABLE
  entry.pw_uid = 2;  // RACE REACHABLE
  pthread_join(id, NULL);
  return apart;
}
