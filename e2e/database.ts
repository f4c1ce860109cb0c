import pg from 'pg'

/** One statement in the database of the open site, for what only time could change: journeys run by the real clock. */
export async function inDatabase(statement: string, values: unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.E2E_OPEN_DATABASE! })
  await client.connect()
  try {
    await client.query(statement, values)
  } finally {
    await client.end()
  }
}
