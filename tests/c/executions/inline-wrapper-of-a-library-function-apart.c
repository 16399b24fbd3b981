// A definition that serves for inlining is no other function: reading into memory of the thread.
#include <pthread.h>
typedef long ssize_t;
typedef unsigned long size_t;
int shared;
int printf(const char *, ...);
int __printf_chk(int, const char *, ...);
ssize_t read(int, void *, size_t);
ssize_t __read_alias(int, void *, size_t) __asm__("" "read");

extern __inline __attribute__((__gnu_inline__)) int printf(const char *format, ...) {
  return __printf_chk(1, format, __builtin_va_arg_pack());
}

extern __inline __attribute__((__gnu_inline__)) ssize_t read(int from, void *to, size_t size) {
  return __read_alias(from, to, size);
}

char buffer[8];

void *worker(void *unused) {
  char mine[8];
  printf("%d", 3);
  read(0, mine, 8); // NORACE
  return NULL;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  buffer[0] = 1; // NORACE
  pthread_join(id, NULL);
  return 0;
}
