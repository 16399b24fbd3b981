/* Calls each function of a table with its arguments in protected pages, each call in a process of its own, and prints what was touched:
   `NAME ARGUMENT read|written|read within|written within`, then `NAME is not there` and `NAME blocks`.

   A page is closed at first. Its first fault tells whether it is read or written; a page that was read stays closed to writes. What the
   kernel touches tells by EFAULT: then the call is made again with one page after the other closed.

   Arguments of the program: the folder to work in, which share of the functions is called, and how many shares there are. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#define ARGUMENTS 6
#define PAGE 4096
#define MEMORY 1024

struct row {
    const char *name;
    void (*function)(void);
    /* For each argument: `p` memory, `f` a function, `d` a floating-point number, `i` a number of its own, else any number. */
    const char *kinds;
    long numbers[ARGUMENTS];
};

#include "table.h"

enum { READ = 1, WRITTEN = 2 };

/* One page for each argument, and one to which addresses in these lead. */
static char *pages[ARGUMENTS + 1];
static int open_to[ARGUMENTS + 1];

static struct shared {
    unsigned char touched[ARGUMENTS + 1];
    int returned, error, which;
} *shared;

static FILE *stream;

static void on_fault(int number, siginfo_t *info, void *context)
{
    (void)number;
    long code = ((ucontext_t *)context)->uc_mcontext.gregs[REG_ERR];
    char *at = info->si_addr;
    for (int page = 0; page <= ARGUMENTS; page++) {
        if (at < pages[page] || at >= pages[page] + PAGE || (code & 16))
            continue;
        int touch = code & 2 ? WRITTEN : READ;
        if (open_to[page] & touch)
            break;
        shared->touched[page] |= touch;
        open_to[page] |= touch == WRITTEN ? READ | WRITTEN : READ;
        mprotect(pages[page], PAGE, touch == WRITTEN ? PROT_READ | PROT_WRITE : PROT_READ);
        return;
    }
    _exit(1);
}

static int helper(void) { return 0; }

/* What the memory holds at first: zeroes, a text, or addresses. */
enum { ZEROES, TEXT, ADDRESSES, CONTENTS };

static void fill(char *memory, int content)
{
    memset(memory, 0, MEMORY);
    if (content == TEXT)
        strcpy(memory, "1");
    if (content == ADDRESSES) {
        uint64_t words[2] = {(uint64_t)(pages[ARGUMENTS] + PAGE - MEMORY), 8};
        memcpy(memory, words, sizeof words);
    }
}

/* Which page is closed: all, or none, or the one with a number. */
enum { ALL = -1, OPEN = -2 };

/* Numbers that stand where nothing is known, then streams from some argument on, then memory everywhere. */
static const long NUMBERS[] = {0, 1, 8};
enum { NUMBER_SETS = 3, STREAM_SETS = 3, SETS = NUMBER_SETS + STREAM_SETS + 1 };

static void call(const struct row *row, int content, int set, int closed, int protection)
{
    long given[ARGUMENTS], whole[ARGUMENTS] = {0};
    int count = 0;
    for (int page = 0; page <= ARGUMENTS; page++) {
        fill(pages[page] + PAGE - MEMORY, page == ARGUMENTS ? TEXT : content);
        open_to[page] = READ | WRITTEN;
    }
    for (int argument = 0; argument < ARGUMENTS; argument++) {
        char kind = row->kinds[argument];
        long place = (long)(pages[argument] + PAGE - MEMORY);
        if (kind == 'p' || (set == SETS - 1 && kind == '?'))
            given[argument] = place;
        else if (kind == 'f')
            given[argument] = (long)helper;
        else if (kind == 'i')
            given[argument] = row->numbers[argument];
        else if (set < NUMBER_SETS)
            given[argument] = NUMBERS[set];
        else
            given[argument] = argument > set - NUMBER_SETS ? (long)stream : 8;
        if (kind != 'd')
            whole[count++] = given[argument];
    }
    for (int page = 0; page <= ARGUMENTS; page++) {
        if (closed != ALL && closed != page)
            continue;
        open_to[page] = protection == PROT_READ ? READ : 0;
        mprotect(pages[page], PAGE, protection);
    }
    errno = 0;
    long (*function)(long, long, long, long, long, long, double, double, double) = (void *)row->function;
    long result = function(whole[0], whole[1], whole[2], whole[3], whole[4], whole[5], 1.5, 1.5, 1.5);
    shared->error = errno == EFAULT || (int)result == EFAULT || (int)result == -EFAULT;
    shared->returned = 1;
    _exit(0);
}

/* Makes a call in a process of its own; whether it came to an end. */
static int ended(const struct row *row, int content, int set, int closed, int protection)
{
    memset(shared, 0, sizeof *shared);
    pid_t child = fork();
    if (child == 0) {
        struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_NODEFER};
        sigaction(SIGSEGV, &action, NULL);
        sigaction(SIGBUS, &action, NULL);
        call(row, content, set, closed, protection);
    }
    int status;
    sigset_t set_of_child;
    sigemptyset(&set_of_child);
    sigaddset(&set_of_child, SIGCHLD);
    struct timespec patience = {0, 20 * 1000 * 1000};
    while (waitpid(child, &status, WNOHANG) == 0) {
        if (sigtimedwait(&set_of_child, NULL, &patience) < 0 && errno == EAGAIN) {
            kill(child, SIGKILL);
            waitpid(child, &status, 0);
            return 0;
        }
    }
    return 1;
}

static void walk(const struct row *row, FILE *results)
{
    unsigned char found[ARGUMENTS] = {0}, within = 0;
    int blocked = 0;
    for (int set = 0; set < SETS; set++) {
        for (int content = 0; content < CONTENTS && blocked < 3; content++) {
            blocked += !ended(row, content, set, ALL, PROT_NONE);
            for (int page = 0; page < ARGUMENTS; page++)
                found[page] |= shared->touched[page];
            if (content == ADDRESSES && set < SETS - 1)
                within |= shared->touched[ARGUMENTS];
            if (!shared->returned || !shared->error)
                continue;
            /* Whoever fails with open pages as well fails for another reason. */
            ended(row, content, set, OPEN, PROT_NONE);
            if (shared->returned && shared->error)
                continue;
            for (int page = 0; page <= ARGUMENTS; page++) {
                unsigned char touched = 0;
                ended(row, content, set, page, PROT_NONE);
                if (shared->returned && shared->error) {
                    ended(row, content, set, page, PROT_READ);
                    touched = shared->returned && shared->error ? WRITTEN : READ;
                }
                if (page < ARGUMENTS)
                    found[page] |= touched;
                else if (content == ADDRESSES && set < SETS - 1)
                    within |= touched;
            }
        }
    }
    for (int argument = 0; argument < ARGUMENTS; argument++) {
        if (found[argument] & READ)
            fprintf(results, "%s %d read\n", row->name, argument);
        if (found[argument] & WRITTEN)
            fprintf(results, "%s %d written\n", row->name, argument);
    }
    if (within & READ)
        fprintf(results, "%s within read\n", row->name);
    if (within & WRITTEN)
        fprintf(results, "%s within written\n", row->name);
    if (blocked == 3)
        fprintf(results, "%s blocks\n", row->name);
}

int main(int count, char **arguments)
{
    if (count < 4 || chdir(arguments[1]) != 0)
        return 1;
    int share = atoi(arguments[2]), shares = atoi(arguments[3]);
    int output = dup(1), nothing = open("/dev/null", O_RDWR);
    FILE *results = fdopen(output, "w");
    for (int descriptor = 0; descriptor < 3; descriptor++)
        dup2(nothing, descriptor);
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, NULL);
    shared = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    for (int page = 0; page <= ARGUMENTS; page++) {
        /* Behind each page is one that nobody may touch. As numbers, addresses name no process and no descriptor. */
        char *at = mmap((void *)(0x50000000L + page * 16L * PAGE), 2 * PAGE, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
        if (at == MAP_FAILED || mprotect(at + PAGE, PAGE, PROT_NONE) != 0)
            return 1;
        pages[page] = at;
    }
    stream = tmpfile();
    fputs("1 2 3\n", stream);
    rewind(stream);
    for (const struct row *row = ROWS; row->name; row++) {
        if ((row - ROWS) % shares != share)
            continue;
        if (row->function)
            walk(row, results);
        else
            fprintf(results, "%s is not there\n", row->name);
        fflush(results);
    }
    return 0;
}
