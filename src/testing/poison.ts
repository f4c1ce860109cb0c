import { sql } from 'kysely'
import type { Db } from '#db/connect.ts'

/**
 * Makes rows bad: from now on, whatever writes or deletes a row of this table that names the word fails. Answers how to undo it. What a
 * job cannot write is what stops it, whatever the cause: a constraint, a bug, a value that nobody expected.
 */
export async function poison(db: Db, table: string, word: string): Promise<() => Promise<void>> {
  const row = sql.raw(`to_jsonb(case when tg_op = 'DELETE' then old else new end)::text`)
  await sql`create or replace function refuse_bad_row() returns trigger language plpgsql as $$
    begin
      if ${row} like '%' || tg_argv[0] || '%' then raise exception 'a bad row of %', tg_table_name; end if;
      return case when tg_op = 'DELETE' then old else new end;
    end $$`.execute(db)
  await sql`create trigger bad_row before insert or update or delete on ${sql.table(table)} for each row
    execute function refuse_bad_row(${sql.lit(word)})`.execute(db)
  return async () => void (await sql`drop trigger bad_row on ${sql.table(table)}`.execute(db))
}
