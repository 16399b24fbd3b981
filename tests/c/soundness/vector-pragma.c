// A pragma that asks for vectors makes no threads.
int sums[10];

int main(void) {
#pragma omp simd
  for (int i = 0; i < 10; i++)
    sums[i]++;
  return sums[3];
}
