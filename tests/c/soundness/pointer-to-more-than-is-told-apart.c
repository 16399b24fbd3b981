// pepsin: exploration=off
// A pointer that may lead to forty variables is an obstacle, and what is done through it proves nothing: here two threads
// change the same one.
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
int v20;
int v21;
int v22;
int v23;
int v24;
int v25;
int v26;
int v27;
int v28;
int v29;
int v30;
int v31;
int v32;
int v33;
int v34;
int v35;
int v36;
int v37;
int v38;
int v39;
int *const table[] = {&v0, &v1, &v2, &v3, &v4, &v5, &v6, &v7, &v8, &v9, &v10, &v11, &v12, &v13, &v14, &v15, &v16, &v17, &v18, &v19, &v20, &v21, &v22, &v23, &v24, &v25, &v26, &v27, &v28, &v29, &v30, &v31, &v32, &v33, &v34, &v35, &v36, &v37, &v38, &v39};

static unsigned number;

static void *increment(void *argument) {
  int *chosen = table[number];         // OBSTACLE
  *chosen = *chosen + 1;               // OBSTACLE
  return argument;
}

int main(int count, char **words) {
  number = (unsigned)count;
  pthread_t first, second;
  pthread_create(&first, 0, increment, words);
  pthread_create(&second, 0, increment, words);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
