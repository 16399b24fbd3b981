// `sendmsg` reads the buffers that the table of a message leads to.
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/socket.h>
#include <sys/uio.h>

char buffer[16];
struct iovec parts[] = {{buffer, sizeof buffer}};
struct msghdr message = {.msg_iov = parts, .msg_iovlen = 1};

static void *worker(void *unused) {
  sendmsg(0, &message, 0); // RACE
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  buffer[0] = 1; // RACE
  pthread_join(thread, NULL);
  return 0;
}
