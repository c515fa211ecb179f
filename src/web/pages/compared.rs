//! Answers to a question that are compared in a table: what is counted of each.

use super::choices::Next;
use super::worth::Count;

/// Answers of which the same things are counted, to be compared in a table.
pub struct Compared {
    /// What is counted.
    pub columns: Vec<String>,
    /// The answers.
    pub rows: Vec<Next>,
    /// The address of the one that is chosen already, if one is.
    chosen: Option<String>,
}

impl Compared {
    /// A table of these answers.
    ///
    /// # Errors
    /// The answers as they were, where they count different things or hardly any.
    pub fn of(rows: Vec<Next>, chosen: Option<String>) -> Result<Compared, Vec<Next>> {
        let Some(first) = rows.first().map(|row| row.counts.clone()) else { return Err(rows) };
        let keys = |counts: &[Count]| counts.iter().map(|it| it.key.clone()).collect::<Vec<_>>();
        let alike = rows.iter().all(|row| keys(&row.counts) == keys(&first));
        if first.len() < 2 || !alike {
            return Err(rows);
        }
        // One of a thing has another name than several.
        let name = |at: usize, one: &Count| {
            let counts = rows.iter().map(|row| &row.counts[at]);
            counts.into_iter().find(|it| it.number != 1).unwrap_or(one).what.clone()
        };
        let columns = first.iter().enumerate().map(|(at, one)| name(at, one)).collect();
        Ok(Compared { columns, rows, chosen })
    }

    /// Whether the first column is what the others come to.
    pub fn sums_up(&self) -> bool {
        self.columns.len() > 2
            && self.rows.iter().all(|row| {
                let (first, rest) = row.counts.split_at(1);
                first[0].number == rest.iter().map(|it| it.number).sum::<i64>()
            })
    }

    /// What is counted of an answer, for who hears its link alone.
    pub fn counted(&self, row: &Next) -> String {
        self.each(&row.counts)
            .map(|(name, count)| beside(name, count))
            .collect::<Vec<_>>()
            .join(", ")
    }

    /// What is counted by the names of the columns.
    fn each<'a>(&'a self, counts: &'a [Count]) -> impl Iterator<Item = (&'a str, i64)> {
        self.columns.iter().zip(counts).map(|(name, it)| (name.as_str(), it.number))
    }

    /// Whether this answer is the one that is chosen.
    pub fn is_chosen(&self, row: &Next) -> bool {
        self.chosen.as_ref() == Some(&row.address)
    }

    /// The names of the class of a row's link.
    pub fn class(&self, row: &Next) -> &'static str {
        match &self.chosen {
            None => row.class(),
            Some(_) if self.is_chosen(row) => "other on",
            Some(_) => "other",
        }
    }
}

/// How many there are of what a column counts; a name may end with a number of its own.
fn beside(what: &str, count: i64) -> String {
    match what.ends_with(|last: char| last.is_ascii_digit()) {
        true => format!("{what}: {count}"),
        false => format!("{what} {count}"),
    }
}
