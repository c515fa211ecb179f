//! How queries written once run on either database.
//!
//! A query is built with diesel's language, which checks it against the tables for both
//! databases ([`Portable`]), and then asked as [`Asked`], of which it is only known what rows
//! it gives. So what binds, sends and reads is compiled once for each kind of row and not
//! once for each query: that was a third of the program.
//!
//! [`prelude`] is diesel's, with [`Run`] in place of the trait that asks one database.

use super::Conn;
use diesel::backend::Backend;
use diesel::expression::{AppearsOnTable, Expression, ValidGrouping, is_aggregate};
use diesel::pg::Pg;
use diesel::prelude::{PgConnection, SqliteConnection};
use diesel::query_builder::{AsQuery, AstPass, Query, QueryFragment, QueryId};
use diesel::query_dsl::methods::LoadQuery;
use diesel::serialize::ToSql;
use diesel::sql_types::{Bool, BoolOrNullableBool, HasSqlType, Nullable};
use diesel::sqlite::Sqlite;
use diesel::{AsChangeset, NotFound, QueryResult, RunQueryDsl, Selectable};
use std::marker::PhantomData;

/// What queries are built with.
pub mod prelude {
    pub use super::{All, Columns, Run, update_often};
    pub use diesel::prelude::{
        AsChangeset, BoolExpressionMethods, ExpressionMethods, Insertable, JoinOnDsl,
        NullableExpressionMethods, OptionalExtension, QueryDsl, QueryResult, Queryable,
        QueryableByName, Selectable, TextExpressionMethods,
    };
}

/// What both databases understand.
pub trait Portable: QueryFragment<Pg> + QueryFragment<Sqlite> {}

impl<Q: QueryFragment<Pg> + QueryFragment<Sqlite>> Portable for Q {}

/// A kind of row that knows its columns.
pub trait Columns: Selectable<Pg> {
    /// The columns that it is read from, to select.
    fn as_select() -> Self::SelectExpression {
        Self::construct_selection()
    }
}

impl<R: Selectable<Pg>> Columns for R {}

/// A query of which only the types of its columns are known.
#[derive(Clone, Copy)]
pub struct Asked<'q, ST> {
    query: &'q dyn Portable,
    columns: PhantomData<ST>,
}

impl<'q, ST> Asked<'q, ST> {
    fn new(query: &'q dyn Portable) -> Self {
        Asked { query, columns: PhantomData }
    }
}

impl<ST> Query for Asked<'_, ST> {
    type SqlType = ST;
}

impl<ST> QueryId for Asked<'_, ST> {
    type QueryId = ();
    // Prepared statements are found by their text.
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<ST> QueryFragment<Pg> for Asked<'_, ST> {
    fn walk_ast<'b>(&'b self, pass: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        QueryFragment::<Pg>::walk_ast(self.query, pass)
    }
}

impl<ST> QueryFragment<Sqlite> for Asked<'_, ST> {
    fn walk_ast<'b>(&'b self, pass: AstPass<'_, 'b, Sqlite>) -> QueryResult<()> {
        QueryFragment::<Sqlite>::walk_ast(self.query, pass)
    }
}

impl<ST, C> RunQueryDsl<C> for Asked<'_, ST> {}

/// A query that gives so many rows at most. The number stands in its text: SQLite plans by the
/// value of a bound one, and so parses and plans the statement anew each time it is asked. Since
/// a connection keeps each text that it has seen, and people ask for pages of any size, what
/// stands there is the next power of two; the rows beyond the number are left out.
#[derive(Clone, Copy, Debug)]
pub struct AtMost<Q> {
    query: Q,
    most: usize,
}

impl<Q> AtMost<Q> {
    /// The rows.
    pub fn load<U>(self, conn: &mut Conn) -> QueryResult<Vec<U>>
    where
        Self: AsQuery,
        <Self as AsQuery>::Query: Portable,
        U: Row<<Self as AsQuery>::SqlType>,
    {
        let most = self.most;
        let mut rows = Run::load(self, conn)?;
        rows.truncate(most);
        Ok(rows)
    }
}

impl<Q: Query> Query for AtMost<Q> {
    type SqlType = Q::SqlType;
}

impl<Q> QueryId for AtMost<Q> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<DB: Backend, Q: QueryFragment<DB>> QueryFragment<DB> for AtMost<Q> {
    fn walk_ast<'b>(&'b self, mut pass: AstPass<'_, 'b, DB>) -> QueryResult<()> {
        self.query.walk_ast(pass.reborrow())?;
        // More than that are never asked for.
        let text = self.most.min(1 << 30).next_power_of_two();
        pass.push_sql(&format!(" LIMIT {text}"));
        Ok(())
    }
}

/// An `UPDATE` that stays prepared on its connection. Diesel keeps none of its own, since their
/// texts may be many; so this is for changes that each command makes, with a text that depends
/// on nothing.
#[derive(Clone, Copy, Debug)]
pub struct Often<Table, Set, Rows> {
    table: Table,
    set: Set,
    rows: Rows,
}

/// Changes the rows of a table for which a condition holds, as [`Often`] says.
pub fn update_often<Table, Set, Rows>(
    table: Table,
    set: Set,
    rows: Rows,
) -> Often<Table, Set::Changeset, Rows>
where
    Table: diesel::Table,
    Set: AsChangeset<Target = Table>,
    Rows: AppearsOnTable<Table, SqlType: BoolOrNullableBool>,
{
    Often { table, set: set.as_changeset(), rows }
}

impl<DB, Table, Set, Rows> QueryFragment<DB> for Often<Table, Set, Rows>
where
    DB: Backend,
    Table: QueryFragment<DB>,
    Set: QueryFragment<DB>,
    Rows: QueryFragment<DB>,
{
    fn walk_ast<'b>(&'b self, mut pass: AstPass<'_, 'b, DB>) -> QueryResult<()> {
        pass.push_sql("UPDATE ");
        self.table.walk_ast(pass.reborrow())?;
        pass.push_sql(" SET ");
        self.set.walk_ast(pass.reborrow())?;
        pass.push_sql(" WHERE ");
        self.rows.walk_ast(pass)
    }
}

/// Some text of a statement, and a value after it.
pub(super) fn next<'b, DB, ST, T>(
    pass: &mut AstPass<'_, 'b, DB>,
    text: &str,
    value: &'b T,
) -> QueryResult<()>
where
    DB: Backend + HasSqlType<ST>,
    T: ToSql<ST, DB>,
{
    pass.push_sql(text);
    pass.push_bind_param::<ST, T>(value)
}

/// Conditions on the rows of a table that must all hold; which ones, is known only when it is
/// asked.
#[allow(missing_debug_implementations)]
pub struct All<'a, Table>(Vec<Box<dyn Condition<Table> + 'a>>);

/// A condition on the rows of a table.
trait Condition<Table>: Portable {}

impl<Table, C> Condition<Table> for C where
    C: AppearsOnTable<Table, SqlType: BoolOrNullableBool> + Portable
{
}

impl<'a, Table> All<'a, Table> {
    /// At first, this one.
    pub fn of<C>(first: C) -> Self
    where
        C: AppearsOnTable<Table, SqlType: BoolOrNullableBool> + Portable + 'a,
    {
        All(vec![Box::new(first)])
    }

    /// And this one.
    pub fn and<C>(mut self, next: C) -> Self
    where
        C: AppearsOnTable<Table, SqlType: BoolOrNullableBool> + Portable + 'a,
    {
        self.0.push(Box::new(next));
        self
    }

    fn walk<'b, DB: Backend>(
        &'b self,
        mut pass: AstPass<'_, 'b, DB>,
        walk: impl Fn(&'b (dyn Condition<Table> + 'a), AstPass<'_, 'b, DB>) -> QueryResult<()>,
    ) -> QueryResult<()> {
        for (number, condition) in self.0.iter().enumerate() {
            pass.push_sql(if number == 0 { "(" } else { ") AND (" });
            walk(condition.as_ref(), pass.reborrow())?;
        }
        pass.push_sql(")");
        Ok(())
    }
}

impl<Table> Expression for All<'_, Table> {
    type SqlType = Nullable<Bool>;
}

impl<Table> AppearsOnTable<Table> for All<'_, Table> {}

impl<Table> ValidGrouping<()> for All<'_, Table> {
    type IsAggregate = is_aggregate::No;
}

impl<Table> QueryId for All<'_, Table> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<Table> QueryFragment<Pg> for All<'_, Table> {
    fn walk_ast<'b>(&'b self, pass: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        self.walk(pass, |condition, pass| QueryFragment::<Pg>::walk_ast(condition, pass))
    }
}

impl<Table> QueryFragment<Sqlite> for All<'_, Table> {
    fn walk_ast<'b>(&'b self, pass: AstPass<'_, 'b, Sqlite>) -> QueryResult<()> {
        self.walk(pass, |condition, pass| QueryFragment::<Sqlite>::walk_ast(condition, pass))
    }
}

/// A row of these columns that can be read from both databases.
pub trait Row<ST>: Sized {
    /// All rows that a query gives.
    fn all(query: &dyn Portable, conn: &mut Conn) -> QueryResult<Vec<Self>>;
}

impl<ST, U> Row<ST> for U
where
    for<'q> Asked<'q, ST>: LoadQuery<'q, PgConnection, U> + LoadQuery<'q, SqliteConnection, U>,
{
    fn all(query: &dyn Portable, conn: &mut Conn) -> QueryResult<Vec<U>> {
        match conn {
            Conn::Postgres(conn) => RunQueryDsl::load(Asked::<ST>::new(query), conn),
            Conn::Sqlite(conn) => RunQueryDsl::load(Asked::<ST>::new(query), conn),
        }
    }
}

fn execute(query: &dyn Portable, conn: &mut Conn) -> QueryResult<usize> {
    match conn {
        Conn::Postgres(conn) => RunQueryDsl::execute(Asked::<()>::new(query), conn),
        Conn::Sqlite(conn) => RunQueryDsl::execute(Asked::<()>::new(query), conn),
    }
}

/// Asks a query.
pub trait Run: Sized {
    /// All rows.
    fn load<U>(self, conn: &mut Conn) -> QueryResult<Vec<U>>
    where
        Self: AsQuery,
        Self::Query: Portable,
        U: Row<Self::SqlType>,
    {
        U::all(&self.as_query(), conn)
    }

    /// The only row.
    ///
    /// # Errors
    /// [`NotFound`] where there is none.
    fn get_result<U>(self, conn: &mut Conn) -> QueryResult<U>
    where
        Self: AsQuery,
        Self::Query: Portable,
        U: Row<Self::SqlType>,
    {
        self.load(conn)?.into_iter().next().ok_or(NotFound)
    }

    /// So many rows at most.
    fn at_most(self, most: i64) -> AtMost<Self::Query>
    where
        Self: AsQuery,
    {
        AtMost { query: self.as_query(), most: usize::try_from(most).unwrap_or_default() }
    }

    /// The first of the rows.
    ///
    /// # Errors
    /// [`NotFound`] where there is none.
    fn first<U>(self, conn: &mut Conn) -> QueryResult<U>
    where
        Self: AsQuery,
        Self::Query: Portable,
        U: Row<Self::SqlType>,
    {
        self.at_most(1).get_result(conn)
    }

    /// Changes rows; gives how many.
    fn execute(self, conn: &mut Conn) -> QueryResult<usize>
    where
        Self: Portable,
    {
        execute(&self, conn)
    }
}

impl<Q> Run for Q {}

#[cfg(test)]
mod tests {
    use super::super::{address, matches, schema};
    use super::prelude::*;
    use crate::db::{Conn, Db};
    use diesel::connection::{Connection, InstrumentationEvent};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn a_query_gives_so_many_rows_at_most_by_one_of_few_texts() {
        let ids =
            |most| schema::mailboxes::table.select(schema::mailboxes::account_id).at_most(most);
        let texts: std::collections::BTreeSet<String> = (0..=501)
            .map(|most| diesel::debug_query::<diesel::sqlite::Sqlite, _>(&ids(most)).to_string())
            .collect();
        assert_eq!(texts.len(), 10, "{texts:?}");
        assert!(texts.iter().all(|text| text.ends_with("-- binds: []")), "{texts:?}");

        let folder = tempfile::tempdir().expect("a folder");
        let url = format!("sqlite://{}", folder.path().join("turnwise.db").display());
        let db = Db::connect(&url).expect("the tables");
        let now = crate::clock::Clock::of_the_machine().now();
        for id in ["anna", "ben", "cleo", "dora", "eve"] {
            db.write_blocking(move |tx| super::super::mailboxes::look_at(tx, id, now)).expect("it");
        }
        for most in 0..=7 {
            let found = db.read_blocking(move |conn| Ok(ids(most).load::<String>(conn)?));
            assert_eq!(found.expect("read").len() as i64, most.min(5), "{most}");
        }
    }

    #[test]
    fn what_each_command_changes_is_prepared_once_on_a_connection() {
        let folder = tempfile::tempdir().expect("a folder");
        let url = format!("sqlite://{}", folder.path().join("turnwise.db").display());
        Db::connect(&url).expect("the tables");
        let mut conn = address::open(&url).expect("the database");
        let kept = Arc::new(AtomicUsize::new(0));
        if let Conn::Sqlite(conn) = &mut conn {
            let kept = kept.clone();
            conn.set_instrumentation(move |event: InstrumentationEvent<'_>| {
                if matches!(event, InstrumentationEvent::CacheQuery { .. }) {
                    kept.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        let now = crate::clock::Clock::of_the_machine().now();
        for version in 1..=3 {
            matches::advance(&mut conn, "m", version, "hash", now).expect("no such match");
        }
        assert_eq!(AtomicUsize::load(&kept, Ordering::Relaxed), 1);
        let rename = diesel::update(schema::accounts::table).set(schema::accounts::handle.eq("A"));
        assert_eq!(rename.execute(&mut conn), Ok(0));
        assert_eq!(
            AtomicUsize::load(&kept, Ordering::Relaxed),
            1,
            "diesel keeps no UPDATE of its own"
        );
    }
}
