import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#db/connect.ts'
import { hashSecret } from '#modules/accounts/secrets.ts'
import { insertMember, updateMemberRow } from '#modules/accounts/store.ts'
import { writeSetting } from '#modules/settings/store.ts'

export const demoSecret = 'fieldhouse-demo'

const accounts = [
  { account: 'member', name: '林小美', mobile: '0912000001', identityId: 1 },
  {
    account: 'community',
    name: '陳建宏',
    mobile: '0912000002',
    identityId: 9,
    community: { name: '青禾羽球社', registrationNo: '青社字第 1080001 號', representative: '陳建宏' },
  },
  { account: 'staff', name: '王館長', mobile: '0912000003', identityId: 1, role: 'admin' },
] as const

export const demoAccounts = accounts.map((one) => one.account)

const day = 86_400_000

/** The demo centre, loaded once into an empty house. Many processes may start together: one loads, the others find it done. */
export async function loadDemo(db: Db, now: Date): Promise<void> {
  const secretHash = await hashSecret(demoSecret)
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('fieldhouse-demo'))`.execute(trx)
    const loaded = await trx.selectFrom('settings').select('key').where('key', '=', 'demo_loaded').executeTakeFirst()
    if (loaded) return
    for (const one of accounts) {
      const id = randomUUID()
      const inserted = await insertMember(
        trx,
        {
          id,
          account: one.account,
          email: `${one.account}@example.com`,
          name: one.name,
          mobile: one.mobile,
          secretHash,
          locale: 'tw',
          identityId: one.identityId,
        },
        now,
      )
      if (!inserted) continue
      await updateMemberRow(trx, id, { email_confirmed_at: now })
      if ('role' in one) await trx.updateTable('members').set({ role: one.role }).where('id', '=', id).execute()
      if ('community' in one)
        await trx
          .insertInto('communities')
          .values({
            member_id: id,
            name: one.community.name,
            registration_no: one.community.registrationNo,
            representative: one.community.representative,
            state: 'approved',
            submitted_at: now,
            reviewed_at: now,
          })
          .execute()
    }
    const at = (days: number) => new Date(now.getTime() + days * day).toISOString()
    await writeSetting(trx, 'pre_order_window', { viewStart: at(-7), orderStart: at(-1), end: at(13) }, null, now)
    await writeSetting(trx, 'demo_loaded', now.toISOString(), null, now)
  })
}
