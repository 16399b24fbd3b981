//! Where the preprocessor searches for included files: asked of itself, as its options and environment have it.

use std::path::PathBuf;

use super::FrontendOptions;
use super::compiler;
use super::preprocess::Input;

/// Where included files are searched for, and by what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchPath {
    /// The folders, and those that would be searched if they were there.
    pub folders: Vec<PathBuf>,
    /// The program that does it, which the compiler starts.
    pub program: PathBuf,
}

/// Where the preprocessor searches for what an input includes; nothing if it does not say.
pub fn search(input: &Input, options: &FrontendOptions) -> Option<SearchPath> {
    let nothing = Input {
        path: PathBuf::from("/dev/null"),
        ..input.clone()
    };
    let limits = compiler::Limits::within(&options.watch);
    let output = compiler::run(&nothing, &options.compiler, &["-v"], &limits).ok()?;
    let told = parse(&output.messages)?;
    Some(SearchPath {
        folders: told.folders.iter().map(|folder| input.beside(folder)).collect(),
        ..told
    })
}

/// What `-v` tells, as GCC and Clang write it.
fn parse(messages: &str) -> Option<SearchPath> {
    let folder_that_is_not = |line: &str| {
        Some(PathBuf::from(
            line.strip_prefix("ignoring nonexistent directory \"")?
                .strip_suffix('"')?,
        ))
    };
    let is_begin = |line: &&str| line.starts_with("#include ") && line.ends_with(" search starts here:");
    let lines = || messages.lines();
    let listed = lines()
        .skip_while(|line| !is_begin(line))
        .take_while(|line| *line != "End of search list.")
        .filter(|line| !is_begin(line))
        .map(|line| PathBuf::from(line.trim()));
    let folders: Vec<PathBuf> = lines().filter_map(folder_that_is_not).chain(listed).collect();
    let is_whole = lines().any(|line| line == "End of search list.");
    let program = lines().find_map(|line| {
        let command = line.strip_prefix(' ')?;
        let program = command.split(' ').next()?.trim_matches('"');
        (program.starts_with('/') && command.contains(" -E ")).then(|| PathBuf::from(program))
    });
    is_whole.then_some(SearchPath {
        folders,
        program: program?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_those_that_are_searched_and_those_that_are_not_there() {
        let messages = "Using built-in specs.\n /usr/lib/gcc/12/cc1 -E -quiet -v /dev/null\n\
                        ignoring nonexistent directory \"/usr/local/include/x\"\n#include \"...\" search starts here:\n quoted\n\
                        #include <...> search starts here:\n /usr/include\nEnd of search list.\nCOMPILER_PATH=/usr\n";
        let found = parse(messages).expect("the list is whole");
        let names: Vec<&str> = found.folders.iter().filter_map(|it| it.to_str()).collect();
        assert_eq!(names, ["/usr/local/include/x", "quoted", "/usr/include"]);
        assert_eq!(found.program, PathBuf::from("/usr/lib/gcc/12/cc1"));
        assert_eq!(parse("tcc version 0.9\n"), None);
    }
}
