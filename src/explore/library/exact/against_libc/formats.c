#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A call of `snprintf` (kind 0), `sscanf` (kind 1) or `strtold` (kind 2): the format, a text, three integers, of which some are the
   address of the text, and three floating-point numbers of either size. */
struct call {
    uint32_t kind, addresses;
    uint64_t integers[3];
    double doubles[3];
    unsigned char extended[3][16];
    char format[64], text[64];
};

struct answer {
    int32_t result, error;
    unsigned char memory[128];
};

int main(void)
{
    static struct call call;
    static struct answer answer;
    while (fread(&call, sizeof call, 1, stdin) == 1) {
        memset(&answer, 0, sizeof answer);
        unsigned char *memory = answer.memory;
        uint64_t i[3];
        double *d = call.doubles;
        long double x[3];
        memcpy(x, call.extended, sizeof x);
        for (int n = 0; n < 3; n++)
            i[n] = call.addresses >> n & 1 ? (uint64_t)call.text : call.integers[n];
        errno = 0;
        if (call.kind == 0)
            answer.result = snprintf((char *)memory, sizeof answer.memory, call.format, i[0], i[1], i[2], d[0], d[1], d[2], x[0], x[1], x[2]);
        else if (call.kind == 1)
            answer.result = sscanf(call.text, call.format, memory, memory + 32, memory + 64);
        else {
            char *end;
            long double value = strtold(call.text, &end);
            memcpy(memory, &value, 10);
            answer.result = end - call.text;
        }
        answer.error = errno;
        fwrite(&answer, sizeof answer, 1, stdout);
    }
    return 0;
}
