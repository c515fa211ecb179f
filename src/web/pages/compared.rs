//! Answers to a question that are compared in a table: what is counted of each.

use super::choices::Next;

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
        let names = |row: &Next| -> Vec<String> {
            row.counts.iter().map(|(name, _)| name.clone()).collect()
        };
        let columns = rows.first().map(names).unwrap_or_default();
        match columns.len() > 1 && rows.iter().all(|row| names(row) == columns) {
            true => Ok(Compared { columns, rows, chosen }),
            false => Err(rows),
        }
    }

    /// Whether the first column is what the others come to.
    pub fn sums_up(&self) -> bool {
        self.columns.len() > 2
            && self.rows.iter().all(|row| {
                let (first, rest) = row.counts.split_at(1);
                first[0].1 == rest.iter().map(|(_, count)| count).sum::<i64>()
            })
    }

    /// What is counted of an answer, for who hears its link alone.
    pub fn counted(&self, row: &Next) -> String {
        let each = row.counts.iter().map(|(name, count)| format!("{name} {count}"));
        each.collect::<Vec<_>>().join(", ")
    }

    /// The names of the class of a row's link.
    pub fn class(&self, row: &Next) -> &'static str {
        match &self.chosen {
            None => row.class(),
            Some(chosen) if *chosen == row.address => "other on",
            Some(_) => "other",
        }
    }
}
