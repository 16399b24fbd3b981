#include <pthread.h>
int data; pthread_mutex_t m;
static void *w(void *a){ pthread_mutex_lock(&m); data++; pthread_mutex_unlock(&m); return 0; }
static void take(int *p){ if (*p == 7) pthread_mutex_lock(&m); }
static void put(int *p){ *p = 7; }
int main(int argc, char **argv){
  pthread_t t; pthread_create(&t,0,w,0);
  int again = 0;
 top:
  if (again) goto in;
  { int x = 0; put(&x);
  in:
    take(&x);
    if (x != 7) { data++; }          /* the second time x is indeterminate */
    else { data++; pthread_mutex_unlock(&m); }
    if (again) goto out;
  }
  again = 1;
  goto top;
 out:
  pthread_join(t,0);
  return 0; }
