// A pragma makes threads of which the analysis knows nothing.
int shared;

int main(void) {
#pragma omp parallel for // OBSTACLE
  for (int i = 0; i < 10; i++)
    shared++;
  return shared;
}
