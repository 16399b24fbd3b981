// SPDX-License-Identifier: MIT OR Apache-2.0
// The name is measured without the mutex under which it is copied.
#include <pthread.h>
#include <string.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
char name[16] = "nobody";

void *renamer(void *arg) {
  (void)arg;
  pthread_mutex_lock(&mutex);
  strcpy(name, "somebody");
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, renamer, NULL);
  size_t length = strlen(name);
  pthread_join(id, NULL);
  return (int)length;
}
