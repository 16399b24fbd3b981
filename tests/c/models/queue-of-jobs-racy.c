// As queue-of-jobs.c, but one worker counts outside of the mutex, and the job is changed when it was pushed already.
#include <stddef.h>
typedef void *gpointer;
typedef int gboolean;
typedef struct _GThread GThread;
typedef struct _GAsyncQueue GAsyncQueue;
typedef union { gpointer p; unsigned int i[2]; } GMutex;
typedef gpointer (*GThreadFunc)(gpointer);
GThread *g_thread_new(const char *name, GThreadFunc func, gpointer data);
gpointer g_thread_join(GThread *thread);
void g_mutex_lock(GMutex *mutex);
void g_mutex_unlock(GMutex *mutex);
GAsyncQueue *g_async_queue_new(void);
void g_async_queue_push(GAsyncQueue *queue, gpointer data);
gpointer g_async_queue_pop(GAsyncQueue *queue);
void g_async_queue_unref(GAsyncQueue *queue);
gpointer g_malloc0(unsigned long size);
void g_free(gpointer memory);

typedef struct {
  int number;
  int last;
} Job;

static GMutex lock;
static GAsyncQueue *jobs;
static int sum, done;

static gpointer work(gpointer unused) {
  done++; // RACE CONFIRMED
  for (;;) {
    Job *job = g_async_queue_pop(jobs); // ENDS
    int last = job->last;
    g_mutex_lock(&lock);
    sum += job->number; // RACE
    g_mutex_unlock(&lock);
    if (last)
      return unused;
  }
}

int main(int count, char **words) {
  jobs = g_async_queue_new(); // NORACE
  GThread *first = g_thread_new("first", work, NULL);
  GThread *second = g_thread_new("second", work, NULL);
  for (int i = 0; i < count; i++) {
    Job *job = g_malloc0(sizeof *job);
    job->last = i + 2 >= count;
    g_async_queue_push(jobs, job); // NORACE ENDS
    job->number = i; // RACE
  }
  g_thread_join(first);
  g_thread_join(second);
  g_async_queue_unref(jobs);
  return sum > 0 && done == 2 ? 0 : 1; // NORACE
}
