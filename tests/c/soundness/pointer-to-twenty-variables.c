// A pointer that may lead to twenty variables is followed to each of them.
#include <pthread.h>

int v0;
int v1;
int v2;
int v3;
int v4;
int v5;
int v6;
int v7;
int v8;
int v9;
int v10;
int v11;
int v12;
int v13;
int v14;
int v15;
int v16;
int v17;
int v18;
int v19;
int *const table[] = {&v0, &v1, &v2, &v3, &v4, &v5, &v6, &v7, &v8, &v9, &v10, &v11, &v12, &v13, &v14, &v15, &v16, &v17, &v18, &v19};
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *increment(void *argument) {
  pthread_mutex_lock(&lock);
  for (int i = 0; i < 20; i++)
    *table[i] += 1; // NORACE
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, increment, 0);
  pthread_create(&second, 0, increment, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
