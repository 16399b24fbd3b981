
/* Counters and a histogram. */
struct statistics_@ {
    unsigned long calls;
    unsigned long errors;
    double mean;
    struct {
        int low, high;
    } range;
    int histogram[$];
};

static struct statistics_@ statistics_@;
static const char *last_error_@;

static int bucket_@(int value)
{
    int bucket = value / $;
    return clamp(bucket, 0, $ - 1);
}

static void note_@(int value)
{
    pthread_mutex_lock(&lock_#);
    statistics_@.calls++;
    statistics_@.mean += (value - statistics_@.mean) / (double)statistics_@.calls;
    if (value < statistics_@.range.low)
        statistics_@.range.low = value;
    if (value > statistics_@.range.high)
        statistics_@.range.high = value;
    statistics_@.histogram[bucket_@(value)]++;
    pthread_mutex_unlock(&lock_#);
}

static void fail_@(const char *reason)
{
    pthread_mutex_lock(&lock_#);
    statistics_@.errors++;
    last_error_@ = reason;
    pthread_mutex_unlock(&lock_#);
}

static int median_@(void)
{
    unsigned long seen = 0;
    int i, median = 0;
    pthread_mutex_lock(&lock_#);
    for (i = 0; i < $; i++) {
        seen += (unsigned long)statistics_@.histogram[i];
        if (2 * seen >= statistics_@.calls) {
            median = i;
            break;
        }
    }
    pthread_mutex_unlock(&lock_#);
    return median;
}

int operate_@(int input)
{
    int below = BELOW;
    if (below < 0)
        fail_@("a negative value");
    else
        note_@(below + input);
    return clamp(median_@(), 0, 100);
}
