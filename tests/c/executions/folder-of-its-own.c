// `.` names a folder that the environment may or may not let be opened.
#include <dirent.h>
#include <pthread.h>
int shared;

void *worker(void *unused) {
  DIR *folder = opendir(".");
  if (folder)
    closedir(folder);
  shared++; // RACE CONFIRMED
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  shared++; // RACE CONFIRMED
  pthread_join(thread, NULL);
  return shared;
}
