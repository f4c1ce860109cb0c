import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Trx } from '#db/connect.ts'
import { hashSecret } from '#modules/logins/secrets.ts'
import { insertMember, updateMemberRow } from '#modules/accounts/store.ts'
import type { FileStore } from '#modules/files/storage.ts'
import { writeSetting } from '#modules/settings/store.ts'
import { readCatalogue } from '#modules/venues/store.ts'
import { accountRows, demoAccounts, demoSecret } from './accounts.ts'
import { loadArticles } from './load-articles.ts'
import { loadBookings } from './load-bookings.ts'
import { loadCatalogue, type Loaded } from './load-catalogue.ts'
import { loadClosings } from './load-closings.ts'
import { loadFacilityPictures } from './load-facility-pictures.ts'
import { loadRefunds } from './load-refunds.ts'
import { loadFeedback } from './load-feedback.ts'
import { loadRounds } from './load-rounds.ts'
import { loadRentals } from './load-lockers.ts'
import { loadPoints } from './load-points.ts'
import { loadProofs } from './load-proofs.ts'
import { loadTill } from './load-till.ts'
import { loadWishes } from './load-wishes.ts'

/** Loads the demo centre into an empty database, once. When several processes start together, one loads it. */
export async function loadDemo(db: Db, files: FileStore, now: Date): Promise<void> {
  const [secretHash, unknownHash] = await Promise.all([hashSecret(demoSecret), hashSecret(randomBytes(24).toString('base64url'))])
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('fieldhouse-demo'))`.execute(trx)
    await loadAccounts(trx, secretHash, now)
    const loaded = await loadCatalogue(trx, now)
    if (loaded.facilities) await loadUse(trx, unknownHash, now)
    await loadRounds(trx, now)
    if (loaded.lockers) await loadRentals(trx, now)
    await loadRefunds(trx, now)
    await loadPoints(trx, demoAccounts, now)
    await loadFeedback(trx, now)
    await loadTill(trx, now)
    await loadContent(trx, files, now, loaded)
    await loadProofs(trx, files, now)
    if (loaded.facilities) await leaveFewInvoices(trx)
  })
}

/** Loads articles and pictures of facilities as if the demo's staff had written and uploaded them. */
/** Invoices of the last payments are issued after the start: those of all bookings would keep it busy for a minute. */
async function leaveFewInvoices(trx: Trx): Promise<void> {
  await sql`delete from invoice_marks where id <= (select max(id) - 60 from invoice_marks)`.execute(trx)
}

async function loadContent(trx: Trx, files: FileStore, now: Date, loaded: Loaded): Promise<void> {
  const staff = await trx.selectFrom('members').select('id').where('account', '=', 'staff').executeTakeFirst()
  if (!staff) return
  await loadArticles(trx, files, staff.id, now)
  if (loaded.facilities) await loadFacilityPictures(trx, files, staff.id, now)
}

/** Closed days, bookings, and who waits for them. */
async function loadUse(trx: Trx, secretHash: string, now: Date): Promise<void> {
  const members = await trx.selectFrom('members').select(['id', 'account']).where('account', 'in', ['member', 'staff']).execute()
  const idOf = (account: string) => members.find((one) => one.account === account)?.id
  const catalogue = await readCatalogue(trx)
  await loadClosings(trx, catalogue, idOf('staff') ?? null, now)
  await loadBookings(trx, catalogue, { memberId: idOf('member'), staffId: idOf('staff') }, secretHash, now)
  await loadWishes(trx, catalogue, now)
}

async function loadAccounts(trx: Trx, secretHash: string, now: Date): Promise<void> {
  const loaded = await trx.selectFrom('settings').select('key').where('key', '=', 'demo_loaded').executeTakeFirst()
  if (loaded) return
  for (const one of accountRows) {
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
    await trx
      .updateTable('members')
      .set({ demo: true, roles: 'roles' in one ? [...one.roles] : [] })
      .where('id', '=', id)
      .execute()
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
  await writeSetting(trx, 'demo_loaded', now.toISOString(), null, now)
}
