//! Triggers that forbid to change or delete what was once appended to a stream, or to the
//! list of what the operator did.
//!
//! The two databases spell triggers differently, so these cannot stand in the
//! portable migrations. Installing them twice changes nothing.

use super::Conn;
use diesel::connection::SimpleConnection;
use diesel::sql_types::BigInt;
use diesel::{QueryResult, QueryableByName, RunQueryDsl, sql_query};

const SQLITE: &str = "
CREATE TRIGGER IF NOT EXISTS events_are_never_changed BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'events are only ever appended'); END;
CREATE TRIGGER IF NOT EXISTS events_are_never_deleted BEFORE DELETE ON events
BEGIN SELECT RAISE(ABORT, 'events are only ever appended'); END;
CREATE TRIGGER IF NOT EXISTS audit_is_never_changed BEFORE UPDATE ON audit
BEGIN SELECT RAISE(ABORT, 'the audit is only ever appended'); END;
CREATE TRIGGER IF NOT EXISTS audit_is_never_deleted BEFORE DELETE ON audit
BEGIN SELECT RAISE(ABORT, 'the audit is only ever appended'); END;
";

const POSTGRES: &str = "
CREATE OR REPLACE FUNCTION events_are_only_appended() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'events are only ever appended'; END $$;
CREATE OR REPLACE TRIGGER events_are_never_changed BEFORE UPDATE OR DELETE ON events
FOR EACH ROW EXECUTE FUNCTION events_are_only_appended();
CREATE OR REPLACE TRIGGER events_are_never_truncated BEFORE TRUNCATE ON events
FOR EACH STATEMENT EXECUTE FUNCTION events_are_only_appended();
CREATE OR REPLACE FUNCTION audit_is_only_appended() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'the audit is only ever appended'; END $$;
CREATE OR REPLACE TRIGGER audit_is_never_changed BEFORE UPDATE OR DELETE ON audit
FOR EACH ROW EXECUTE FUNCTION audit_is_only_appended();
CREATE OR REPLACE TRIGGER audit_is_never_truncated BEFORE TRUNCATE ON audit
FOR EACH STATEMENT EXECUTE FUNCTION audit_is_only_appended();
";

/// How many of these triggers there are, and watch.
const THERE: &str = "
SELECT count(*) AS count FROM pg_trigger
WHERE tgrelid IN ('events'::regclass, 'audit'::regclass) AND tgenabled IN ('O', 'A') AND tgname IN
    ('events_are_never_changed', 'events_are_never_truncated', 'audit_is_never_changed',
     'audit_is_never_truncated')";

#[derive(QueryableByName)]
struct There {
    #[diesel(sql_type = BigInt)]
    count: i64,
}

/// Sees to it that the triggers are there. Postgres is asked first: to install them locks the
/// tables, and whoever waits for that lock behind a vacuum holds up all who append.
pub fn install(conn: &mut Conn) -> QueryResult<()> {
    match conn {
        Conn::Sqlite(conn) => conn.batch_execute(SQLITE),
        Conn::Postgres(conn) => match sql_query(THERE).get_result::<There>(conn)?.count {
            4 => Ok(()),
            _ => conn.batch_execute(POSTGRES),
        },
    }
}
