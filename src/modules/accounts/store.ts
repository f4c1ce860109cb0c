import { anyOf } from '#db/any-of.ts'
import type { DbOrTrx, Trx } from '#db/connect.ts'
import type { Locale } from '#i18n/locale.ts'
import { sql } from 'kysely'
import { generalPublic, isOpen } from './admission-store.ts'
import { letterAddress } from './club-store.ts'
import type { ReviewState } from './rules.ts'

export type NewMember = {
  id: string
  account: string
  email: string
  name: string
  mobile: string
  /** Neither a code nor staff have confirmed the mobile. */
  mobileUnproven?: boolean
  /** Null: somebody who logs in otherwise. */
  secretHash: string | null
  locale: Locale
  identityId: number
  /** Hash of the cookie of the browser that registered. */
  registeringHash?: string
}

export async function insertMember(db: DbOrTrx, member: NewMember, now: Date): Promise<boolean> {
  const inserted = await db
    .insertInto('members')
    .values({
      id: member.id,
      account: member.account,
      email: member.email,
      name: member.name,
      mobile: member.mobile,
      mobile_unproven: member.mobileUnproven ?? false,
      secret_hash: member.secretHash,
      locale: member.locale,
      identity_id: member.identityId,
      registering_hash: member.registeringHash ?? null,
      created_at: now,
    })
    .onConflict((c) => c.expression(sql`lower(account)`).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** The signed consent file, and when it was given. */
export async function writeConsent(db: DbOrTrx, id: string, fileId: string, now: Date): Promise<void> {
  await db.updateTable('members').set({ privacy_file_id: fileId, privacy_consented_at: now }).where('id', '=', id).execute()
}

/** `secretHash` is null for who has no secret. */
export type LoginRow = { id: string; secretHash: string | null; confirmed: boolean }

/**
 * Who may be meant by a name at login. `named`: the member with this account name or confirmed address. `unconfirmed`: the last
 * one who registered with this address and has not confirmed it; never logged in, only told.
 */
export async function findForLogin(db: DbOrTrx, emailOrAccount: string): Promise<{ named?: LoginRow; unconfirmed?: LoginRow }> {
  const name = emailOrAccount.toLowerCase()
  const isNamed = sql<boolean>`(lower(account) = ${name} or email_confirmed_at is not null)`
  const rows = await db
    .selectFrom('members')
    .select(['id', 'secret_hash as secretHash', isNamed.as('isNamed'), sql<boolean>`email_confirmed_at is not null`.as('confirmed')])
    .where(isOpen())
    .where((w) => w.or([isNamed, w('secret_hash', 'is not', null)]))
    .where((w) => w.or([w(sql`lower(account)`, '=', name), w(sql`lower(email)`, '=', name)]))
    .orderBy(isNamed, 'desc')
    .orderBy('created_at', 'desc')
    .limit(2)
    .execute()
  const rowWhere = (named: boolean) => rows.find(({ isNamed: is }) => is === named) as LoginRow | undefined
  const [named, unconfirmed] = [rowWhere(true), rowWhere(false)]
  return { ...(named && { named }), ...(unconfirmed && { unconfirmed }) }
}

/** Words about the member, which a new secret must not be made of. */
export async function readOwnWords(db: DbOrTrx, id: string): Promise<string[]> {
  const row = await db.selectFrom('members').select(['name', 'account', 'email', 'mobile']).where('id', '=', id).executeTakeFirst()
  return row ? [row.name, row.account, row.email, row.mobile].filter((word) => word !== null) : []
}

/** The names by which a member logs in: account name and confirmed address. */
export async function readLoginNames(db: DbOrTrx, id: string): Promise<string[]> {
  const row = await db.selectFrom('members').select(['account', 'email']).where('id', '=', id).executeTakeFirst()
  return row ? [row.account, row.email].filter((name) => name !== null) : []
}

type Contact = { id: string; name: string; email: string; locale: Locale }
const contactColumns = ['id', 'name', 'email', 'locale'] as const

/** By a mobile only when it is proved: a mobile that was only typed names nobody. */
export async function findConfirmed(db: DbOrTrx, by: { email: string } | { mobile: string }): Promise<Contact | undefined> {
  const row = await db
    .selectFrom('members')
    .select(contactColumns)
    .where(isOpen())
    .where('email_confirmed_at', 'is not', null)
    .where((w) =>
      'email' in by
        ? w(sql`lower(email)`, '=', by.email.toLowerCase())
        : w.and([w('mobile', '=', by.mobile), w('mobile_unproven', '=', false)]),
    )
    .executeTakeFirst()
  return row as Contact | undefined
}

export async function findLatestUnconfirmed(db: DbOrTrx, email: string): Promise<Contact | undefined> {
  const row = await db
    .selectFrom('members')
    .select(contactColumns)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('email_confirmed_at', 'is', null)
    .where(isOpen())
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  return row as Contact | undefined
}

export async function readContact(db: DbOrTrx, id: string): Promise<Contact | undefined> {
  return (await db.selectFrom('members').select(contactColumns).where('id', '=', id).executeTakeFirst()) as Contact | undefined
}

export type Recipient = Omit<Contact, 'id'>

/** Address and language for letters to a member; undefined when the account is closed, and for a guest, who has no address. */
export async function readRecipient(db: DbOrTrx, memberId: string): Promise<Recipient | undefined> {
  const row = await db
    .selectFrom('members')
    .select(['name', 'locale', letterAddress('members').as('email')])
    .where('id', '=', memberId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return row?.email ? (row as Recipient) : undefined
}

export async function readMobile(db: DbOrTrx, id: string): Promise<string> {
  return (await db.selectFrom('members').select('mobile').where('id', '=', id).executeTakeFirstOrThrow()).mobile
}

/** The mobile that texts about the member may go to; empty when it was never proved. */
export async function readProvenMobile(db: DbOrTrx, id: string): Promise<string> {
  const { mobile, isProven } = await readMobileProof(db, id)
  return isProven ? mobile : ''
}

/** The proven mobile for texts about bookings: of a club that a person owns their own, never that of its own login. */
export async function readTextMobile(db: DbOrTrx, memberId: string): Promise<string> {
  const owner = await db
    .selectFrom('club_people')
    .select('person_id')
    .where('club_id', '=', memberId)
    .where('role', '=', 'owner')
    .executeTakeFirst()
  return readProvenMobile(db, owner?.person_id ?? memberId)
}

export async function readMobileProof(db: DbOrTrx, id: string): Promise<{ mobile: string; isProven: boolean }> {
  const row = await db.selectFrom('members').select(['mobile', 'mobile_unproven']).where('id', '=', id).executeTakeFirstOrThrow()
  return { mobile: row.mobile, isProven: !row.mobile_unproven }
}

export async function readSecretHash(db: DbOrTrx, id: string): Promise<string | undefined> {
  return (await db.selectFrom('members').select('secret_hash').where('id', '=', id).executeTakeFirst())?.secret_hash ?? undefined
}

/** When the address of an account was proved; undefined: not yet. */
export async function readConfirmedAt(db: DbOrTrx, id: string): Promise<Date | undefined> {
  return (
    (await db.selectFrom('members').select('email_confirmed_at').where('id', '=', id).executeTakeFirst())?.email_confirmed_at ?? undefined
  )
}

/** Null: the member has no secret any more. */
export async function writeSecretHash(db: DbOrTrx, id: string, secretHash: string | null): Promise<void> {
  await db.updateTable('members').set({ secret_hash: secretHash }).where('id', '=', id).execute()
}

export async function readRegisteringHash(db: DbOrTrx, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('members').select('registering_hash').where('id', '=', id).executeTakeFirst()
  return row?.registering_hash ?? undefined
}

type MemberChange = Partial<{
  name: string
  locale: Locale
  mobile: string
  mobile_unproven: boolean
  identity_id: number
  emergency_name: string
  emergency_phone: string
  email: string
  email_confirmed_at: Date
  registering_hash: null
}>

/** False when another member has the address or the mobile: the unique index decides, also between concurrent changes. */
export async function updateMemberRow(db: DbOrTrx, id: string, change: MemberChange): Promise<boolean> {
  if (Object.keys(change).length === 0) return true
  try {
    await db.updateTable('members').set(change).where('id', '=', id).execute()
    return true
  } catch (error) {
    if ((error as { code?: string }).code === '23505') return false
    throw error
  }
}

export async function listUnconfirmed(db: DbOrTrx, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('members')
    .select('id')
    .where('email_confirmed_at', 'is', null)
    .where('is_guest', '=', false)
    .where('created_at', '<', before)
    .execute()
  return rows.map(({ id }) => id)
}

/** Leaves those alone who have confirmed meanwhile. */
export async function deleteUnconfirmed(db: DbOrTrx, ids: string[]): Promise<void> {
  await db
    .deleteFrom('members')
    .where('id', '=', anyOf(ids))
    .where('email_confirmed_at', 'is', null)
    .where('is_guest', '=', false)
    .execute()
}

/** False when there is no such account, or it is closed. Guests count. */
export async function isOpenMember(db: DbOrTrx, id: string): Promise<boolean> {
  return (await db.selectFrom('members').select('id').where('id', '=', id).where('closed_at', 'is', null).executeTakeFirst()) !== undefined
}

/** Which identity a member has, and how far their community's application is. Guests too. */
export async function readIdentityOf(db: DbOrTrx, id: string): Promise<{ identityId: number; community: ReviewState | null } | undefined> {
  const { rows } = await sql<{ identityId: number; community: ReviewState | null }>`
    select m.identity_id as "identityId", c.state as community from members m left join communities c on c.member_id = m.id
    where m.id = ${id} and m.closed_at is null`.execute(db)
  return rows[0]
}

/** Whether staff are this person: their own account, a guest with their mobile, or a club for which they act. Nobody decides about their own money. */
export async function isOneself(db: DbOrTrx, memberId: string, staffId: string): Promise<boolean> {
  if (memberId === staffId) return true
  const { rows } = await sql`
    select from members p join members s on s.id = ${staffId} and s.mobile = p.mobile
    where p.id = ${memberId} and p.is_guest and p.mobile <> ''
    union all select from club_people where club_id = ${memberId} and person_id = ${staffId}`.execute(db)
  return rows.length > 0
}

/** The open accounts that staff are by `isOneself`. */
export async function readOwnIds(db: DbOrTrx, staffId: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select p.id from members p join members s on s.id = ${staffId} and s.mobile = p.mobile
    where p.is_guest and p.mobile <> '' and p.closed_at is null
    union select club_id from club_people where person_id = ${staffId}`.execute(db)
  return new Set([staffId, ...rows.map(({ id }) => id)])
}

/** False when there is a guest of this name and mobile: the unique index decides, also between concurrent calls. */
export async function insertGuest(
  trx: Trx,
  guest: { id: string; name: string; mobile: string; locale: Locale },
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into members (id, name, mobile, locale, identity_id, is_guest, created_at)
    values (${guest.id}, ${guest.name}, ${guest.mobile}, ${guest.locale}, ${generalPublic}, true, ${now})
    on conflict (mobile, lower(name)) where is_guest and closed_at is null do nothing returning id`.execute(trx)
  return rows.length > 0
}

export async function findGuest(db: DbOrTrx, { name, mobile }: { name: string; mobile: string }): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from members where is_guest and closed_at is null and mobile = ${mobile} and lower(name) = lower(${name})`.execute(db)
  return rows[0]?.id
}
