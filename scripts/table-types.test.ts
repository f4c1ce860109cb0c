import { expect, it } from 'vitest'
import { freshDatabase } from '#testing/postgres.ts'
import { generateTableTypes } from './table-types.ts'

it('has the types of the tables that the migrations make (npm run db -- types)', async () => {
  const database = await freshDatabase()
  try {
    expect(() => generateTableTypes(database.url, { verify: true })).not.toThrow()
  } finally {
    await database.drop()
  }
})
