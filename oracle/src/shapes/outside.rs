//! Functions without body, with a model that says what they do.

use super::{Part, Shape};

/// What they do.
pub const MODELS: &str = r#"
outside_copies = { executed-by = "copy-bytes", effect = "copy", to = 0, from = 1, length = 2, returns = 0 }
outside_fills = { executed-by = "set-bytes", effect = "fill", to = 0, value = 1, length = 2, returns = 0 }
outside_enter = { executed-by = "its-effect", effect = "lock", lock = 0, kind = "normal", returns = "zero", operates-on = [0] }
outside_leave = { executed-by = "its-effect", effect = "unlock", lock = 0, returns = "zero", operates-on = [0] }
outside_number = { input = { from = "the outside", least = 0, most = 3 } }
outside_sorts = { executed-by = "sort", effect = "sort", base = 0, compare = 3 }
outside_nothing = { executed-by = "succeed" }
"#;

pub(super) const SHAPES: &[Shape] = &[
    Shape {
        name: "memory that is given to the outside",
        declarations: "
void *outside_copies(void *, const void *, size_t);
void *outside_fills(void *, int, size_t);
void outside_nothing(int *);
pthread_mutex_t given_away_lock;
int given_away;",
        setup: "",
        parts: &[Part::anywhere(GIVEN, GIVEN_BARE), Part::anywhere(GIVEN, GIVEN_BARE)],
    },
    Shape {
        name: "a lock of the outside",
        declarations: "
int outside_enter(long *);
int outside_leave(long *);
long gate[8];
long other_gate[8];
int gate_data;",
        setup: "",
        parts: &[
            Part::anywhere(GATE, &[]),
            Part::anywhere(
                GATE,
                &[
                    "gate_data = 2;",
                    "\
outside_enter(other_gate);
gate_data = 2;
outside_leave(other_gate);",
                    "\
outside_enter(gate);
outside_leave(gate);
gate_data = 2;",
                ],
            ),
        ],
    },
    Shape {
        name: "a number of the outside",
        declarations: "
int outside_number(void);
pthread_mutex_t number_locks[4];
int number_items[4];",
        setup: "",
        parts: &[
            Part::anywhere(NUMBER, &[]),
            Part::anywhere(
                NUMBER,
                &[
                    "\
int i = outside_number();
pthread_mutex_lock(&number_locks[i]);
number_items[(i + 1) & 3] = 2;
pthread_mutex_unlock(&number_locks[i]);",
                    "\
pthread_mutex_t *lock = &number_locks[outside_number()];
pthread_mutex_lock(lock);
number_items[outside_number()] = 2;
pthread_mutex_unlock(lock);",
                ],
            ),
        ],
    },
    Shape {
        name: "a function that the outside calls",
        declarations: "
void outside_sorts(void *, size_t, size_t, int (*)(const void *, const void *));
pthread_mutex_t called_lock;
int called_data;
static int called_back(const void *first, const void *second) {
called_data = 1;
return *(const int *)first - *(const int *)second;
}
static int called_back_locked(const void *first, const void *second) {
pthread_mutex_lock(&called_lock);
called_data = 2;
pthread_mutex_unlock(&called_lock);
return *(const int *)first - *(const int *)second;
}",
        setup: "",
        parts: &[Part::anywhere(CALLED, CALLED_BARE), Part::anywhere(CALLED, CALLED_BARE)],
    },
];

const GIVEN: &[&str] = &[
    "\
int own;
pthread_mutex_lock(&given_away_lock);
outside_copies(&own, &given_away, sizeof given_away);
pthread_mutex_unlock(&given_away_lock);",
    "\
pthread_mutex_lock(&given_away_lock);
outside_fills(&given_away, 0, sizeof given_away);
pthread_mutex_unlock(&given_away_lock);",
    "\
pthread_mutex_lock(&given_away_lock);
given_away = 1;
pthread_mutex_unlock(&given_away_lock);",
    "outside_nothing(&given_away);",
];

const GIVEN_BARE: &[&str] = &[
    "\
int own;
outside_copies(&own, &given_away, sizeof given_away);",
    "outside_fills(&given_away, 0, sizeof given_away);",
    "given_away = 2;",
];

const GATE: &[&str] = &["\
outside_enter(gate);
gate_data = 1;
outside_leave(gate);"];

const NUMBER: &[&str] = &["\
int i = outside_number();
pthread_mutex_lock(&number_locks[i]);
number_items[i] = 1;
pthread_mutex_unlock(&number_locks[i]);"];

const CALLED: &[&str] = &[
    "\
int own[3] = {2, 3, 1};
pthread_mutex_lock(&called_lock);
outside_sorts(own, 3, sizeof(int), called_back);
pthread_mutex_unlock(&called_lock);",
    "\
int own[3] = {2, 3, 1};
outside_sorts(own, 3, sizeof(int), called_back_locked);",
];

const CALLED_BARE: &[&str] = &["\
int own[3] = {2, 3, 1};
outside_sorts(own, 3, sizeof(int), called_back);"];

#[cfg(test)]
mod tests {
    use pepsin::library::Library;

    #[test]
    fn the_rows_are_models() {
        assert_eq!(Library::default().extend(super::MODELS), Ok(()));
    }
}
