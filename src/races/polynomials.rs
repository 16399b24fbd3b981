//! Polynomials over numbers that are the same for all threads that may run at once.
//!
//! ```text
//!     (id + 1) · chunk + 4          id · (n / threads)
//! ```
//!
//! A polynomial is a sum of products of *symbols* with integer coefficients, and stands for an integer, not for one of a type of C:
//! whoever makes one of an expression sees to it that nothing wraps around. Division rounds towards zero, and is a symbol of its own.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::access::{Given, ObjectId, ThreadId};
use super::locations::Bytes;
use pepsin_digests::EdgeId;

/// The most products that a polynomial has.
const MOST_PRODUCTS: usize = 8;
/// The most symbols that a product has.
const MOST_FACTORS: usize = 3;
/// So many letters stand one in another.
const MOST_NESTED: usize = 3;

/// A number that is not known.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Symbol {
    /// What a variable holds.
    Variable {
        /// The object that it is, or in which it lies.
        object: ObjectId,
        /// How many bytes behind its start.
        offset: i64,
        /// How many bytes it has.
        size: u64,
        /// Whether these are read as a number with a sign.
        signed: bool,
    },
    /// What the thread was given when it was created, and no other thread of the same creation was.
    Ticket(Given),
    /// What the creator had written before it created the thread, which is the number of the letter.
    Letter(Arc<Letter>),
    /// What the thread took from a counter, and holds in a private variable; no other thread knows it.
    Taken(ObjectId),
    /// What a division gives.
    Quotient(Arc<Polynomial>, Arc<Polynomial>),
}

/// A number that stands in memory.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Letter {
    /// Where it stands.
    pub place: LetterPlace,
    /// The number.
    pub number: Polynomial,
}

/// Where a letter stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LetterPlace {
    /// In a variable of which there is one.
    Variable {
        /// The object in which it lies.
        object: ObjectId,
        /// How many bytes behind its start.
        offset: i64,
        /// How many bytes it has.
        size: u64,
    },
    /// Where its creator wrote it, who looks there again.
    Inscribed {
        /// The creator, of which there is one.
        creator: ThreadId,
        /// The object.
        object: ObjectId,
        /// Somewhere in these bytes.
        bytes: Bytes,
    },
    /// In the memory to which the argument of a thread points.
    Member {
        /// Who created the thread, of which there is one.
        creator: ThreadId,
        /// The creation.
        edge: EdgeId,
        /// How many bytes behind that.
        offset: i64,
    },
}

/// A sum of products.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Polynomial(BTreeMap<Vec<Symbol>, i64>);

impl Polynomial {
    /// A number.
    pub fn constant(number: i64) -> Self {
        let product = (number != 0).then(|| (Vec::new(), number));
        Polynomial(product.into_iter().collect())
    }

    /// A symbol.
    pub fn symbol(symbol: Symbol) -> Self {
        Polynomial(BTreeMap::from([(vec![symbol], 1)]))
    }

    /// The number that it is, if it has no symbol.
    pub fn as_constant(&self) -> Option<i64> {
        match self.0.len() {
            0 => Some(0),
            1 => self.0.get(&Vec::new()).copied(),
            _ => None,
        }
    }

    /// The symbol that it is, if it is no more than one.
    pub fn as_symbol(&self) -> Option<&Symbol> {
        match self.0.first_key_value() {
            Some((product, 1)) if self.0.len() == 1 => <&[Symbol; 1]>::try_from(product.as_slice()).ok().map(|[it]| it),
            _ => None,
        }
    }

    /// What a division gives, times something: that, what is divided, and by what; nothing if it is anything else.
    pub fn as_quotient(&self) -> Option<(Self, &Arc<Self>, &Arc<Self>)> {
        let (product, coefficient) = self.0.first_key_value().filter(|_| self.0.len() == 1)?;
        let quotient = |symbol: &Symbol| matches!(symbol, Symbol::Quotient(..));
        let place = product.iter().position(quotient)?;
        let mut others = product.clone();
        let Symbol::Quotient(dividend, divisor) = &product[place] else {
            return None;
        };
        others.remove(place);
        let times = Polynomial(BTreeMap::from([(others, *coefficient)]));
        (!times.any(&quotient)).then_some((times, dividend, divisor))
    }

    /// The number that is added to products of symbols.
    pub fn constant_part(&self) -> i64 {
        self.0.get(&Vec::new()).copied().unwrap_or(0)
    }

    /// A sum; nothing if it is too large.
    pub fn plus(&self, other: &Self) -> Option<Self> {
        let mut sum = self.clone();
        for (product, coefficient) in &other.0 {
            sum.add(product.clone(), *coefficient)?;
        }
        sum.within_bounds()
    }

    /// A difference; nothing if it is too large.
    pub fn minus(&self, other: &Self) -> Option<Self> {
        let mut all = self.clone();
        for (product, by) in &other.0 {
            all.add(product.clone(), by.checked_neg()?)?;
        }
        all.within_bounds()
    }

    /// How much more it is than another one, if that is a number.
    pub fn ahead_of(&self, other: &Self) -> Option<i64> {
        let others = |(product, _): &(&Vec<Symbol>, &i64)| !product.is_empty();
        let are_alike = self.0.iter().filter(others).eq(other.0.iter().filter(others));
        are_alike.then(|| self.constant_part().checked_sub(other.constant_part()))?
    }

    /// A product; nothing if it is too large.
    pub fn times(&self, other: &Self) -> Option<Self> {
        let mut all = Self::default();
        for (mine, by) in &self.0 {
            for (theirs, times) in &other.0 {
                let mut product: Vec<Symbol> = mine.iter().chain(theirs).cloned().collect();
                product.sort_unstable();
                all.add(product, by.checked_mul(*times)?)?;
            }
        }
        all.within_bounds()
    }

    /// What a division gives; nothing if that is not defined.
    pub fn over(&self, divisor: &Self) -> Option<Self> {
        match (self.as_constant(), divisor.as_constant()) {
            (Some(dividend), Some(divisor)) => dividend.checked_div(divisor).map(Self::constant),
            (_, Some(0)) => None,
            (_, Some(1)) => Some(self.clone()),
            _ => Some(Self::symbol(Symbol::Quotient(
                Arc::new(self.clone()),
                Arc::new(divisor.clone()),
            ))),
        }
    }

    /// The polynomial in which symbols are replaced; nothing if one of them has no replacement.
    pub fn replaced(&self, by: &dyn Fn(&Symbol) -> Option<Self>) -> Option<Self> {
        let mut all = Self::default();
        for (product, coefficient) in &self.0 {
            let mut term = Self::constant(*coefficient);
            for symbol in product {
                let replacement = match symbol {
                    Symbol::Quotient(dividend, divisor) => dividend.replaced(by)?.over(&divisor.replaced(by)?)?,
                    _ => by(symbol)?,
                };
                term = term.times(&replacement)?;
            }
            all = all.plus(&term)?;
        }
        Some(all)
    }

    /// All symbols, also inside of quotients.
    pub fn symbols(&self) -> Vec<&Symbol> {
        let symbols = self.0.keys().flatten();
        let parts = symbols.flat_map(|symbol| match symbol {
            Symbol::Quotient(dividend, divisor) => [dividend.symbols(), divisor.symbols()].concat(),
            _ => vec![symbol],
        });
        parts.collect()
    }

    /// The symbols of parts that it was made of, as far as it has them no more.
    pub fn lost<'a>(&self, parts: [&'a Self; 2]) -> Vec<&'a Symbol> {
        let left = self.symbols();
        let symbols = parts.into_iter().flat_map(Polynomial::symbols);
        symbols.filter(|symbol| !left.contains(symbol)).collect()
    }

    /// Whether a symbol satisfies a condition, also inside of quotients and letters.
    pub fn any(&self, condition: &dyn Fn(&Symbol) -> bool) -> bool {
        self.symbols().into_iter().any(|symbol| {
            let is_inside = matches!(symbol, Symbol::Letter(letter) if letter.number.any(condition));
            is_inside || condition(symbol)
        })
    }

    /// What stands in a letter; nothing if too many stand one in another.
    pub fn in_letter(letter: Letter) -> Option<Self> {
        (letter.number.nesting() < MOST_NESTED).then(|| Self::symbol(Symbol::Letter(Arc::new(letter))))
    }

    /// How many letters stand one in another.
    fn nesting(&self) -> usize {
        let depths = self.symbols().into_iter().map(|symbol| match symbol {
            Symbol::Letter(letter) => 1 + letter.number.nesting(),
            _ => 0,
        });
        depths.max().unwrap_or(0)
    }

    /// The polynomial with what stands in letters, and the letters.
    pub fn opened(&self) -> Option<(Self, Vec<Arc<Letter>>)> {
        let letters = RefCell::new(Vec::new());
        let opened = self.replaced(&|symbol| match symbol {
            Symbol::Letter(letter) => {
                let (number, inner) = letter.number.opened()?;
                letters.borrow_mut().push(letter.clone());
                letters.borrow_mut().extend(inner);
                Some(number)
            }
            _ => Some(Self::symbol(symbol.clone())),
        });
        Some((opened?, letters.into_inner()))
    }

    /// `factor` and `rest` of `factor · symbol + rest`, neither of which has the symbol; nothing if it occurs otherwise.
    pub fn linear_in(&self, symbol: &Symbol) -> Option<(Self, Self)> {
        let (mut factor, mut rest) = (Self::default(), Self::default());
        for (product, coefficient) in &self.0 {
            match product.iter().position(|other| other == symbol) {
                Some(place) => {
                    let mut others = product.clone();
                    others.remove(place);
                    factor.add(others, *coefficient)?;
                }
                None => rest.add(product.clone(), *coefficient)?,
            }
        }
        let occurs = |part: &Self| part.any(&|other| other == symbol);
        (!occurs(&factor) && !occurs(&rest)).then_some((factor, rest))
    }

    /// The products of symbols without the number that is added, divided by the greatest number that divides them all.
    pub fn primitive(&self) -> Self {
        let products = self.without_constant();
        let Ok(divisor @ 1..) = i64::try_from(products.content()) else {
            return Self::default();
        };
        let parts = products.0.into_iter().map(|(product, by)| (product, by / divisor));
        Polynomial(parts.collect())
    }

    /// The products of symbols.
    pub fn without_constant(&self) -> Self {
        let mut products = self.clone();
        products.0.remove(&Vec::new());
        products
    }

    /// The greatest number that divides all its products, also the one without symbols.
    pub fn content(&self) -> u64 {
        self.0.values().fold(0, |divisor, coefficient| {
            greatest_common_divisor(divisor, coefficient.unsigned_abs())
        })
    }

    /// It, divided by a positive number, and the rest, which is not negative; nothing if that is not a number.
    pub fn divided(&self, by: i64) -> Option<(Self, i64)> {
        let mut quotient = Self::default();
        for (product, coefficient) in self.0.iter().filter(|(product, _)| !product.is_empty()) {
            (coefficient.checked_rem(by)? == 0).then_some(())?;
            quotient.add(product.clone(), coefficient / by)?;
        }
        let constant = self.constant_part();
        quotient.add(Vec::new(), constant.checked_div_euclid(by)?)?;
        Some((quotient, constant.checked_rem_euclid(by)?))
    }

    /// `index` and `plus` of `index · factor + plus`, if it is that.
    pub fn in_terms_of(&self, factor: &Self) -> Option<(i64, i64)> {
        let (product, unit) = factor.0.last_key_value()?;
        let coefficient = self.0.get(product).copied().unwrap_or(0);
        let index = coefficient.checked_div_euclid(*unit)?;
        let rest = self.minus(&factor.times(&Self::constant(index))?)?;
        Some((index, rest.as_constant()?))
    }

    fn add(&mut self, product: Vec<Symbol>, coefficient: i64) -> Option<()> {
        let sum = self.0.get(&product).copied().unwrap_or(0).checked_add(coefficient)?;
        match sum {
            0 => drop(self.0.remove(&product)),
            _ => drop(self.0.insert(product, sum)),
        }
        Some(())
    }

    fn within_bounds(self) -> Option<Self> {
        let fits = self.0.len() <= MOST_PRODUCTS && self.0.keys().all(|product| product.len() <= MOST_FACTORS);
        fits.then_some(self)
    }
}

/// The greatest number that divides both; the other one, if one of them is zero.
pub fn greatest_common_divisor(one: u64, other: u64) -> u64 {
    match other {
        0 => one,
        _ => greatest_common_divisor(other, one % other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = "the polynomial is small";

    fn variable(number: u32) -> Polynomial {
        Polynomial::symbol(Symbol::Variable {
            object: ObjectId::new(number),
            offset: 0,
            size: 4,
            signed: true,
        })
    }

    #[test]
    fn sums_and_products_are_those_of_numbers() {
        let (id, chunk) = (variable(0), variable(1));
        let low = id.times(&chunk).expect(SMALL);
        let high = id
            .plus(&Polynomial::constant(1))
            .expect(SMALL)
            .times(&chunk)
            .expect(SMALL);
        assert_eq!(low.plus(&chunk), Some(high.clone()));
        assert_eq!(high.minus(&low), Some(chunk));
        assert_eq!(low.minus(&low).expect(SMALL).as_constant(), Some(0));
        assert_eq!((low.ahead_of(&low), high.ahead_of(&low)), (Some(0), None));
        assert_eq!(low.plus(&Polynomial::constant(3)).expect(SMALL).ahead_of(&low), Some(3));
    }

    #[test]
    fn divisions_round_towards_zero_and_are_symbols() {
        let seven = Polynomial::constant(-7);
        let two = Polynomial::constant(2);
        assert_eq!(seven.over(&two), Some(Polynomial::constant(-3)));
        assert_eq!(seven.over(&Polynomial::default()), None);
        let half = variable(0).over(&two).expect(SMALL);
        assert!(matches!(half.as_symbol(), Some(Symbol::Quotient(..))));
        assert_ne!(half.times(&two), Some(variable(0)));
    }

    #[test]
    fn replacing_reaches_into_quotients() {
        let half = variable(0).over(&Polynomial::constant(2)).expect(SMALL);
        let replaced = half.replaced(&|_| Some(Polynomial::constant(9)));
        assert_eq!(replaced, Some(Polynomial::constant(4)));
        assert_eq!(half.replaced(&|_| None), None);
    }

    #[test]
    fn an_index_is_found_only_of_the_factor_itself() {
        let (n, m) = (variable(0), variable(1));
        let factor = n.plus(&m).expect(SMALL);
        let three = factor.times(&Polynomial::constant(3)).expect(SMALL);
        let moved = three.plus(&Polynomial::constant(5)).expect(SMALL);
        assert_eq!(three.primitive(), factor);
        assert_eq!(moved.in_terms_of(&factor), Some((3, 5)));
        assert_eq!(three.plus(&m).expect(SMALL).in_terms_of(&factor), None);
        assert_eq!(
            Polynomial::constant(9).in_terms_of(&Polynomial::constant(4)),
            Some((2, 1))
        );
    }

    #[test]
    fn what_is_not_linear_in_a_symbol_is_not_taken_apart() {
        let square = variable(0).times(&variable(0)).expect(SMALL);
        let symbol = Symbol::Variable {
            object: ObjectId::new(0),
            offset: 0,
            size: 4,
            signed: true,
        };
        assert_eq!(square.linear_in(&symbol), None);
        assert_eq!(
            square.over(&Polynomial::constant(2)).expect(SMALL).linear_in(&symbol),
            None
        );
        let product = variable(0).times(&variable(1)).expect(SMALL);
        assert_eq!(product.linear_in(&symbol), Some((variable(1), Polynomial::default())));
    }
}
