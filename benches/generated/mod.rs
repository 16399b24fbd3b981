//! C text of any size in which everything is used: the worst case of a front end that lowers only what the program reaches.

use std::fmt::Write as _;

/// A program of about `size` bytes: records, tables, and functions that call each other, all reached from `main`.
pub fn program(size: usize) -> String {
    let mut text = String::with_capacity(size + 4096);
    text.push_str("typedef unsigned long word;\nextern int printf(const char *, ...);\n");
    let mut part = 0;
    while text.len() < size {
        append_part(&mut text, part);
        part += 1;
    }
    text.push_str("int main(int argc, char **argv) {\n  word total = 0;\n");
    for part in 0..part {
        // Writing to a string can't fail.
        let _ = writeln!(text, "  total += update_{part}(&table_{part}[argc], argc);");
    }
    text.push_str("  printf(\"%lu\\n\", total);\n  return argv == 0;\n}\n");
    text
}

fn append_part(text: &mut String, part: usize) {
    let before = part.saturating_sub(1);
    let call = if part == 0 {
        "(word)seed".to_owned()
    } else {
        format!("mix_{before}(seed, record->name[seed & 15])")
    };
    let _ = write!(
        text,
        "/* Part {part}. */
struct record_{part} {{
  char name[16];
  unsigned flags : 5, kind : 3;
  struct record_{part} *next;
  union {{ word bits; double value; }} content;
  int (*compare)(const struct record_{part} *, const struct record_{part} *);
}};
enum kind_{part} {{ FIRST_{part}, SECOND_{part} = FIRST_{part} + 4, LAST_{part} }};
static struct record_{part} table_{part}[4] = {{
  {{ .name = \"first\", .flags = 1, .kind = FIRST_{part} }},
  [2] = {{ \"third\", 3, SECOND_{part} & 7, &table_{part}[0], {{ 0x{part:x}ul }}, 0 }},
}};
static inline word mix_{part}(int seed, char with) {{
  word hash = 14695981039346656037ul;
  for (int i = 0; i < 8; i++) {{
    hash ^= (word)(unsigned char)(with + i * seed);
    hash = hash * 1099511628211ul + (hash >> 7 | hash << 57);
  }}
  return hash;
}}
word update_{part}(struct record_{part} *record, int seed) {{
  struct record_{part} *last = record;
  word sum = 0;
  while (last->next != (struct record_{part} *)0 && sum < 1000) {{
    if (last->flags & 1 || (last->kind == SECOND_{part} && last->content.bits != 0)) {{
      sum += last->content.bits ? last->content.bits : sizeof(struct record_{part});
    }} else if (last->compare) {{
      sum -= last->compare(record, last) > 0 ? 1 : last->name[seed % 16];
    }}
    switch (last->kind) {{
      case FIRST_{part}: last->name[0]++; break;
      case LAST_{part} & 7: sum <<= 1; /* fall through */
      default: last = last->next;
    }}
  }}
  do {{ sum ^= {call}; }} while (sum == (word)seed--);
  return sum + mix_{part}(seed, 'a');
}}
"
    );
}
