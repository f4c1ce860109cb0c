import { sql } from 'kysely'
import type { Db } from '#db/connect.ts'

/**
 * Deletes the rows of these tables (separated by commas) and of all that refer to them, as `truncate … cascade` does: without
 * triggers. Many times quicker where tables are small, because truncate makes the files of every table and index anew.
 */
export async function emptyTables(db: Db, tables: string): Promise<void> {
  for (;;)
    try {
      return await deleteRows(db, tables)
    } catch (error) {
      // A job that is still writing has locked rows in another order, and PostgreSQL has ended one of the two.
      if ((error as { code?: string }).code !== deadlockDetected) throw error
    }
}

const deadlockDetected = '40P01'

async function deleteRows(db: Db, tables: string): Promise<void> {
  const names = sql.lit(`{${tables}}`)
  await sql`
    do $$
    declare
      one regclass;
    begin
      perform set_config('session_replication_role', 'replica', true);
      for one in
        with recursive emptied (id) as (
          select unnest(${names}::regclass[])::oid
          union
          select conrelid from pg_constraint join emptied on confrelid = id where contype = 'f'
        )
        select id from emptied
      loop
        execute 'delete from ' || one;
      end loop;
    end
    $$`.execute(db)
}
