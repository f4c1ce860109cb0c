import type { Db } from '#db/connect.ts'
import { adminRoles } from '#http/session.ts'
import { matchesWords } from '#lib/match-words.ts'
import { listStaff } from './store.ts'

/** Who runs the centre, by name, account or address, for the console's search. Addresses are for admins only. */
export const colleagueSearch = (db: Db) => ({
  roles: adminRoles,
  async find(query: string) {
    const staff = await listStaff(db)
    return staff
      .filter(({ name, account, email }) => matchesWords(query, [name, account, email]))
      .map(({ id, name, email }) => ({ kind: 'staff' as const, key: id, name, detail: email, path: '/staff/settings/staff' }))
  },
})
