//! `#pragma weak name`, `#pragma weak name = target` and `#pragma redefine_extname name target`: what the linker is told of names.

/// What a pragma says of a name with linkage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SecondName {
    /// The name.
    pub(crate) name: String,
    /// What it stands for, if the pragma says so; otherwise another definition may replace that of the name.
    pub(crate) target: Option<String>,
}

impl SecondName {
    /// Reads the text behind the word `pragma`; `None` for other pragmas.
    pub(super) fn of_pragma(text: &str) -> Option<Self> {
        let text = text.trim();
        let (name, target) = if let Some(rest) = text.strip_prefix("weak ") {
            match rest.split_once('=') {
                Some((name, target)) => (name, Some(target)),
                None => (rest, None),
            }
        } else {
            let (name, target) = text.strip_prefix("redefine_extname ")?.trim().split_once(' ')?;
            (name, Some(target))
        };
        let word = |text: &str| Some(text.trim().to_owned()).filter(|word| !word.is_empty());
        Some(SecondName {
            name: word(name)?,
            target: target.and_then(word),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::SecondName;

    #[test]
    fn pragmas_name_what_a_name_stands_for() {
        let read = |text| SecondName::of_pragma(text).map(|found| (found.name, found.target));
        let name = |text: &str| text.to_owned();
        assert_eq!(read(" weak hook = real"), Some((name("hook"), Some(name("real")))));
        assert_eq!(read(" weak hook"), Some((name("hook"), None)));
        assert_eq!(
            read(" redefine_extname old new"),
            Some((name("old"), Some(name("new"))))
        );
        assert_eq!(read(" pack(1)"), None);
        assert_eq!(read(" weak = real"), None);
    }
}
