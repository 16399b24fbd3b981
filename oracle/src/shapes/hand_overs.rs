//! Objects that are handed over under a lock: in lists, behind their nodes, and in slots.

use super::{Part, Shape};

const STACK: &str = "
struct plate { long number; long sum; struct plate *below; };
struct plate *plates;
pthread_mutex_t plates_lock;
pthread_mutex_t plates_other;
struct plate *plate_kept;
static struct plate *plate_made(long number) {
struct plate *plate = calloc(1, sizeof(struct plate));
plate->number = number;
return plate;
}
static void plate_put(struct plate *plate) {
pthread_mutex_lock(&plates_lock);
plate->below = plates;
plates = plate;
pthread_mutex_unlock(&plates_lock);
}
static struct plate *plate_taken(void) {
pthread_mutex_lock(&plates_lock);
struct plate *plate = plates;
if (plate != 0) {
plates = plate->below;
}
pthread_mutex_unlock(&plates_lock);
return plate;
}";

const PARCELS: &str = "
struct parcel { long weight; long stamp; };
struct bag { struct parcel *parcel; struct bag *next; };
struct bag *bags;
struct bag *bags_last;
pthread_mutex_t bags_lock;
struct parcel parcel_of_all;
static struct parcel *parcel_made(long weight) {
struct parcel *parcel = malloc(sizeof(struct parcel));
parcel->weight = weight;
return parcel;
}
static void bag_put(struct parcel *parcel) {
struct bag *bag = malloc(sizeof(struct bag));
bag->parcel = parcel;
bag->next = 0;
pthread_mutex_lock(&bags_lock);
if (bags_last != 0) {
bags_last->next = bag;
} else {
bags = bag;
}
bags_last = bag;
pthread_mutex_unlock(&bags_lock);
}
static struct parcel *bag_taken(void) {
struct parcel *parcel = 0;
pthread_mutex_lock(&bags_lock);
struct bag *bag = bags;
if (bag != 0) {
bags = bag->next;
if (bags == 0) {
bags_last = 0;
}
}
pthread_mutex_unlock(&bags_lock);
if (bag != 0) {
parcel = bag->parcel;
free(bag);
}
return parcel;
}";

const SLOT: &str = "
struct note { long question; long answer; };
struct note *note_slot;
int note_there;
pthread_mutex_t note_lock;
static int note_put(struct note *note) {
int done = 0;
pthread_mutex_lock(&note_lock);
if (note_there == 0) {
note_slot = note;
note_there = 1;
done = 1;
}
pthread_mutex_unlock(&note_lock);
return done;
}
static struct note *note_taken(void) {
struct note *note = 0;
pthread_mutex_lock(&note_lock);
if (note_there != 0) {
note = note_slot;
note_there = 0;
}
pthread_mutex_unlock(&note_lock);
return note;
}";

pub(super) const SHAPES: &[Shape] = &[
    Shape {
        name: "nodes of a list",
        declarations: STACK,
        setup: "",
        parts: &[
            Part::anywhere(
                &["\
struct plate *plate = plate_made(1);
plate->sum = 2;
plate_put(plate);"],
                &[
                    "\
struct plate *plate = plate_made(2);
plate_put(plate);
plate->sum = 3;",
                    "\
struct plate *plate = plate_made(3);
plate_kept = plate;
plate_put(plate);",
                    "\
struct plate *plate = plate_made(4);
pthread_mutex_lock(&plates_other);
plate->below = plates;
plates = plate;
pthread_mutex_unlock(&plates_other);",
                ],
            ),
            Part::anywhere(
                &[
                    "\
struct plate *plate = plate_taken();
if (plate != 0) {
plate->sum = plate->number + 1;
free(plate);
}",
                    "\
struct plate *plate = plate_taken();
if (plate != 0) {
plate->sum = 5;
plate_put(plate);
}",
                ],
                &[
                    "\
pthread_mutex_lock(&plates_lock);
struct plate *plate = plates;
pthread_mutex_unlock(&plates_lock);
if (plate != 0) {
plate->sum = 6;
}",
                    "\
pthread_mutex_lock(&plates_lock);
struct plate *plate = plates;
pthread_mutex_unlock(&plates_lock);
pthread_mutex_lock(&plates_lock);
if (plate != 0) {
plates = plate->below;
}
pthread_mutex_unlock(&plates_lock);
if (plate != 0) {
plate->sum = 7;
}",
                    "\
struct plate *plate = plate_kept;
if (plate != 0) {
plate->sum = 8;
}",
                ],
            ),
        ],
    },
    Shape {
        name: "what nodes of a list lead to",
        declarations: PARCELS,
        setup: "",
        parts: &[
            Part::anywhere(
                &["\
struct parcel *parcel = parcel_made(1);
parcel->stamp = 1;
bag_put(parcel);"],
                &[
                    "\
struct parcel *parcel = parcel_made(2);
bag_put(parcel);
parcel->stamp = 2;",
                    "\
struct parcel *parcel = parcel_made(3);
bag_put(parcel);
bag_put(parcel);",
                    "\
bag_put(&parcel_of_all);",
                ],
            ),
            Part::anywhere(
                &[
                    "\
struct parcel *parcel = bag_taken();
if (parcel != 0) {
parcel->stamp = parcel->weight;
}",
                    "\
struct parcel *parcel = bag_taken();
if (parcel != 0) {
parcel->weight = 4;
bag_put(parcel);
}",
                ],
                &[
                    "\
struct parcel *parcel = 0;
pthread_mutex_lock(&bags_lock);
if (bags != 0) {
parcel = bags->parcel;
}
pthread_mutex_unlock(&bags_lock);
if (parcel != 0) {
parcel->stamp = 5;
}",
                    "\
struct parcel *parcel = bag_taken();
if (parcel != 0) {
parcel->weight = 6;
bag_put(parcel);
parcel->stamp = 6;
}",
                ],
            ),
        ],
    },
    Shape {
        name: "a slot with a flag",
        declarations: SLOT,
        setup: "",
        parts: &[
            Part::anywhere(
                &["\
struct note *note = malloc(sizeof(struct note));
note->question = 1;
if (note_put(note) == 0) {
note->answer = 1;
free(note);
}"],
                &[
                    "\
struct note *note = malloc(sizeof(struct note));
note->question = 2;
note_put(note);
note->answer = 2;",
                    "\
pthread_mutex_lock(&note_lock);
if (note_slot != 0) {
note_there = 1;
}
pthread_mutex_unlock(&note_lock);",
                ],
            ),
            Part::anywhere(
                &["\
struct note *note = note_taken();
if (note != 0) {
note->answer = note->question + 1;
}"],
                &["\
pthread_mutex_lock(&note_lock);
struct note *note = note_slot;
pthread_mutex_unlock(&note_lock);
if (note != 0) {
note->answer = 3;
}"],
            ),
        ],
    },
];
