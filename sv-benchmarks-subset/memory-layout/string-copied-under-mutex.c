// SPDX-License-Identifier: MIT OR Apache-2.0
// A name is copied and measured under one mutex.
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
  pthread_mutex_lock(&mutex);
  size_t length = strlen(name);
  pthread_mutex_unlock(&mutex);
  pthread_join(id, NULL);
  return (int)length;
}
