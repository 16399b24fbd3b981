//! How types are written in C, for people: `int`, `struct node *`, `char [8]`, `void *(*)(void *)`.
//!
//! The intermediate representation keeps sizes and signs, not the words of the source:
//! `long` reads `int` where it has the size of one, and `long long` where it has not.

use crate::ir::{RecordKind, TypeId, TypeKind, Types};
use crate::races::Bytes;

/// A type as an abstract declaration in C.
pub fn type_name(types: &Types, id: TypeId) -> String {
    declare(types, id, String::new())
}

/// The declaration of something of the type, written around what is declared so far.
fn declare(types: &Types, id: TypeId, inner: String) -> String {
    let ty = types.get(id);
    let qualifiers = match (ty.atomic, ty.volatile) {
        (true, true) => "_Atomic volatile ",
        (true, false) => "_Atomic ",
        (false, true) => "volatile ",
        (false, false) => "",
    };
    match &ty.kind {
        TypeKind::Pointer(target) => {
            let pointer = format!("*{}{inner}", qualifiers);
            let binds_weaker = matches!(types.kind(*target), TypeKind::Array(..) | TypeKind::Function(_));
            let pointer = if binds_weaker { format!("({pointer})") } else { pointer };
            declare(types, *target, pointer)
        }
        TypeKind::Array(element, count) => {
            let count = count.map(|count| count.to_string()).unwrap_or_default();
            declare(types, *element, format!("{inner}[{count}]"))
        }
        TypeKind::Function(function) => {
            let parameters: Vec<String> = function.parameters.iter().map(|it| type_name(types, *it)).collect();
            let variadic = if function.variadic {
                vec!["...".to_owned()]
            } else {
                Vec::new()
            };
            let parameters = [parameters, variadic].concat().join(", ");
            declare(types, function.result, format!("{inner}({parameters})"))
        }
        kind => {
            let gap = if inner.is_empty() { "" } else { " " };
            format!("{qualifiers}{}{gap}{inner}", basic(types, kind))
        }
    }
}

/// The name of a type that is neither a pointer nor an array nor a function.
fn basic(types: &Types, kind: &TypeKind) -> String {
    match kind {
        TypeKind::Bool => "_Bool".to_owned(),
        TypeKind::Integer { size, signed } => integer(types, *size, *signed),
        TypeKind::Float { size, .. } => match size {
            2 => "_Float16",
            4 => "float",
            8 => "double",
            _ => "long double",
        }
        .to_owned(),
        TypeKind::Record(record) => {
            let record = types.record(*record);
            let word = match record.kind {
                RecordKind::Struct => "struct",
                RecordKind::Union => "union",
            };
            // Made-up names of anonymous records cannot be written in C.
            if record
                .name
                .chars()
                .all(|letter| letter.is_alphanumeric() || letter == '_' || letter == '$')
            {
                format!("{word} {}", record.name)
            } else {
                format!("unnamed {word}")
            }
        }
        _ => "void".to_owned(),
    }
}

fn integer(types: &Types, size: u8, signed: bool) -> String {
    let word = match size {
        1 if signed => return "char".to_owned(),
        1 => "char",
        2 => "short",
        4 => "int",
        8 if types.model().pointer_size() == 8 => "long",
        8 => "long long",
        _ => "__int128",
    };
    if signed {
        word.to_owned()
    } else {
        format!("unsigned {word}")
    }
}

/// Bytes within a type: `size` bytes from `start`, `start + stride`, … on, `span` bytes from the first to the last.
#[derive(Clone, Copy)]
struct Extent {
    start: u64,
    size: u64,
    stride: u64,
    span: u64,
}

/// The smallest part of a type that holds some bytes: how it is selected (`.next`, `[2].lock`, `[*]` for any element), and its type.
pub fn part(types: &Types, id: TypeId, bytes: &Bytes) -> (String, TypeId) {
    let (mut path, mut at) = (String::new(), id);
    let span = u64::try_from(bytes.end() - i128::from(bytes.first()));
    let (Ok(start), Ok(span)) = (u64::try_from(bytes.first()), span) else {
        return (path, at);
    };
    let mut extent = Extent {
        start,
        size: bytes.size(),
        stride: bytes.stride(),
        span,
    };
    while let Some((selector, inside, part)) = step(types, at, extent) {
        path.push_str(&selector);
        (extent, at) = (inside, part);
    }
    (path, at)
}

/// The direct part of a type that holds an extent, if there is one: its selector, the extent within it, and its type.
fn step(types: &Types, id: TypeId, extent: Extent) -> Option<(String, Extent, TypeId)> {
    match types.kind(id) {
        TypeKind::Record(record) => {
            // Bit-fields share their bytes with their neighbours, so they are not told apart.
            let whole = types.fields(*record).iter().filter(|field| field.bits.is_none());
            let field = whole.into_iter().find(|field| {
                let end = field.offset.saturating_add(types.size(field.ty).unwrap_or(0));
                field.offset <= extent.start && extent.start.saturating_add(extent.span) <= end
            })?;
            let selector = if field.name.is_empty() {
                String::new()
            } else {
                format!(".{}", field.name)
            };
            let start = extent.start - field.offset;
            Some((selector, Extent { start, ..extent }, field.ty))
        }
        TypeKind::Array(element, _) => {
            let size = types.size(*element).filter(|size| *size > 0)?;
            let start = extent.start % size;
            let any = extent.stride > 0 && extent.stride.is_multiple_of(size);
            let inside = match any {
                true => Extent {
                    start,
                    size: extent.size,
                    stride: 0,
                    span: extent.size,
                },
                false => Extent { start, ..extent },
            };
            let selector = if any {
                "[*]".to_owned()
            } else {
                format!("[{}]", extent.start / size)
            };
            (start.saturating_add(inside.span) <= size).then_some((selector, inside, *element))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{DataModel, Field, FunctionType};

    #[test]
    fn bytes_are_named_by_the_smallest_part_that_holds_them() {
        let mut types = Types::new(DataModel::Lp64);
        let int = types.intern(TypeKind::Integer { size: 4, signed: true });
        let record = types.declare_record(RecordKind::Struct, "pair".into());
        let field = |name: &str, offset| Field {
            name: name.into(),
            ty: int,
            offset,
            bits: None,
        };
        types.complete_record(record, vec![field("left", 0), field("right", 4)], 8, 4);
        let pair = types.intern(TypeKind::Record(record));
        let table = types.intern(TypeKind::Array(pair, Some(5)));
        let named = |bytes| part(&types, table, &bytes).0;
        assert_eq!(named(Bytes::at(20, 4)), "[2].right");
        assert_eq!(named(Bytes::at(16, 8)), "[2]");
        assert_eq!(named(Bytes::strided(0, 32, 8, 4)), "[*].left");
        assert_eq!(named(Bytes::strided(0, 36, 4, 4)), "");
        assert_eq!(named(Bytes::at(-4, 4)), "");
        assert_eq!(named(Bytes::ANYWHERE), "");
    }

    #[test]
    fn declarations_read_as_in_c() {
        let mut types = Types::new(DataModel::Lp64);
        let int = types.intern(TypeKind::Integer { size: 4, signed: true });
        let pointer = types.intern(TypeKind::Pointer(int));
        let row = types.intern(TypeKind::Array(int, Some(3)));
        let to_row = types.intern(TypeKind::Pointer(row));
        let void = types.intern(TypeKind::Void);
        let any = types.intern(TypeKind::Pointer(void));
        let routine = types.intern(TypeKind::Function(FunctionType {
            result: any,
            parameters: vec![any],
            variadic: false,
        }));
        let start = types.intern(TypeKind::Pointer(routine));
        let table = types.intern(TypeKind::Array(start, Some(2)));
        let written: Vec<String> = [pointer, to_row, start, table].map(|id| type_name(&types, id)).into();
        assert_eq!(
            written,
            ["int *", "int (*)[3]", "void *(*)(void *)", "void *(*[2])(void *)"]
        );
    }
}
