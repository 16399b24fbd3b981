// pepsin: exploration=off
// A worker that was not told to end counts itself in when main may have looked already.
#include <pthread.h>
int active, result, go_on = 1;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, results = PTHREAD_MUTEX_INITIALIZER, end = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t idle = PTHREAD_COND_INITIALIZER;
int input(void);

int goes_on(void) {
  pthread_mutex_lock(&end);
  int answer = go_on;
  pthread_mutex_unlock(&end);
  return answer;
}

void count_in(void) {
  pthread_mutex_lock(&mutex);
  active++;
  pthread_mutex_unlock(&mutex);
}

void count_out(void) {
  pthread_mutex_lock(&mutex);
  active--;
  pthread_cond_signal(&idle);
  pthread_mutex_unlock(&mutex);
}

void *worker(void *unused) {
  while (goes_on()) {
    count_in();
    pthread_mutex_lock(&results);
    result++; // RACE
    pthread_mutex_unlock(&results);
    count_out();
  }
  return NULL;
}

int main(void) {
  int number = input();
  for (int i = 0; i < number; i++) {
    pthread_t id;
    pthread_create(&id, NULL, worker, NULL);
    pthread_detach(id);
  }
  pthread_mutex_lock(&end);
  go_on = 0;
  pthread_mutex_unlock(&end);
  pthread_mutex_lock(&mutex);
  while (active > 0)
    pthread_cond_wait(&idle, &mutex);
  pthread_mutex_unlock(&mutex);
  return result; // RACE
}
