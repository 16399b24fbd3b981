// SPDX-License-Identifier: MIT OR Apache-2.0
// The result of the cast start routine is read before the join.
#include <pthread.h>

struct job {
  int input;
  int output;
};

static long square(struct job *job) {
  job->output = job->input * job->input;
  return 0;
}

int main(void) {
  struct job job = {12, 0};
  pthread_t id;
  pthread_create(&id, NULL, (void *(*)(void *))square, &job);
  int early = job.output;
  pthread_join(id, NULL);
  return early;
}
