// Nothing is read from a stream that is open for writing only, and nothing is written to one that is open for reading only.
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
int never, refused;

int is_refused(FILE *file) {
  return ferror(file) && !feof(file) && errno == EBADF;
}

void *worker(void *unused) {
  char text[8];
  int number;
  FILE *written = fopen("output", "w");
  FILE *appended = fopen("log", "ab");
  FILE *read = fopen("input", "rb");
  FILE *told = popen("date", "r");
  if (!written || !appended || !read || !told)
    return NULL;
  if (fgetc(written) != EOF || fgets(text, sizeof text, appended) || fread(text, 1, 4, written) > 0)
    never++; // IMPRECISE
  if (fscanf(appended, "%d", &number) != EOF)
    never++; // IMPRECISE
  if (is_refused(written) && is_refused(appended))
    refused++; // RACE CONFIRMED
  if (fputc('a', read) != EOF || fputs("text", read) >= 0 || fwrite("text", 1, 4, read) || fprintf(told, "a") >= 0)
    never++; // IMPRECISE
  if (is_refused(read) && is_refused(told))
    refused++; // RACE CONFIRMED
  if (getc(stdout) != EOF || putc('a', stdin) != EOF)
    never++; // IMPRECISE
  int descriptor = open("input", O_RDONLY);
  if (descriptor >= 0 && (fdopen(descriptor, "w") || fdopen(descriptor, "r+")))
    never++; // IMPRECISE
  FILE *both = descriptor >= 0 ? fdopen(descriptor, "r") : NULL;
  if (both && fputc('a', both) != EOF)
    never++; // IMPRECISE
  return NULL;
}

int main(void) {
  pthread_t ids[2];
  pthread_create(&ids[0], NULL, worker, NULL);
  pthread_create(&ids[1], NULL, worker, NULL);
  pthread_join(ids[0], NULL);
  pthread_join(ids[1], NULL);
  return 0;
}
