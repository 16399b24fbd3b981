// The buffer changes when it is sent.
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/socket.h>
#include <sys/uio.h>

char buffer[16];
struct iovec parts[] = {{buffer, sizeof buffer}};
struct msghdr message = {.msg_iov = parts, .msg_iovlen = 1};

static void *worker(void *unused) {
  sendmsg(0, &message, 0);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  buffer[0] = 1;
  return 0;
}
