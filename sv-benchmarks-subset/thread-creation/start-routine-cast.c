// SPDX-License-Identifier: MIT OR Apache-2.0
// The start routine has another type and is cast at the creation; its data is ordered by the join.
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
  pthread_join(id, NULL);
  return job.output;
}
