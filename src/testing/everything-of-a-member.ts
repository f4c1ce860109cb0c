import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { TestService, TestMember } from './test-service.ts'
import { at } from './orders.ts'
import { smallCentre } from './small-centre.ts'

const name = '甄別仁'
const email = 'zhenbie@private.example'
const mobile = '0987654321'
const account = 'zhenbie.ren'
const bank = '00998877665544'
const words = [name, email, mobile, account, bank]

/** A member whose personal data are unique texts, so that a test can search every column for them. */
export const person = {
  email,
  words,
  /** Texts of which the database takes only a few, and the hash by which the test closes the account. */
  cannotHoldIt: [
    'members.role',
    'members.roles',
    'members.secret_hash',
    'tokens.purpose',
    'passkey_challenges.purpose',
    'sms_codes.purpose',
    'identity_proofs.state',
    'communities.state',
    'club_people.role',
    'community_decisions.state',
    'messages.channel',
    'messages.locale',
    'messages.state',
    'preorder_documents.kind',
    'invoice_buyers.kind',
    'invoice_preferences.kind',
  ],
}
const all = words.join(' ')
/** The data that is removed from texts that stay, such as remarks. */
const own = [name, email, mobile, account].join(' ')

/** Inserts a row into every table with personal data, with the member's name, email, mobile, account and bank account in each text. */
export async function leaveTracesEverywhere({ db, clock }: TestService, { id }: TestMember): Promise<void> {
  await smallCentre(db)
  const now = clock.now()
  const later = new Date(now.getTime() + 86_400_000)
  const files = Array.from({ length: 7 }, () => randomUUID())
  const [consent, proof, document, passbook, roster, evidence, photo] = files as [string, string, string, string, string, string, string]
  for (const file of files)
    await sql`insert into files (id, owner_id, purpose, name, type, size, sha256, stored, kept_at) values (${file}, ${id}, 'upload', ${all}, 'application/pdf', 1, ${file}, true, ${now})`.execute(
      db,
    )

  await sql`
    update members set name = ${name}, email = ${email}, mobile = ${mobile}, account = ${account}, emergency_name = ${all}, emergency_phone = ${mobile}, registering_hash = ${all},
      identity_id = 7, privacy_file_id = ${consent}, privacy_consented_at = ${now} where id = ${id}`.execute(db)
  await sql`update sessions set device = ${all}, address = ${all}, way = ${all}, proven_at = ${now} where member_id = ${id}`.execute(db)
  await sql`
    insert into staff_invitations (id, purpose, key_hash, email, roles, locale, created_at, expires_at)
    values (${randomUUID()}, 'join', 'x', ${email}, '{desk}', 'tw', ${now}, ${later})`.execute(db)
  await sql`
    insert into club_invitations (id, club_id, email, role, key_hash, created_at, expires_at)
    values (${randomUUID()}, ${id}, ${email}, 'booker', 'y', ${now}, ${later})`.execute(db)
  await leaveLogins(db, id, now, later)
  await sql`insert into favourite_facilities (member_id, facility_id, marked_at) values (${id}, 1, ${now})`.execute(db)
  await sql`insert into rate_limits (key, count, resets_at) values (${`sms:${mobile}`}, 1, ${later})`.execute(db)
  await sql`
    insert into identity_proofs (id, member_id, identity_id, file_id, state, reason, submitted_at) values (${randomUUID()}, ${id}, 7, ${proof}, 'refused', ${all}, ${now})`.execute(
    db,
  )
  await sql`
    insert into communities (member_id, name, registration_no, representative, state, reason, submitted_at) values (${id}, ${all}, ${all}, ${all}, 'refused', ${all}, ${now})`.execute(
    db,
  )
  await sql`
    with decided as (insert into community_decisions (id, member_id, name, state, reason, submitted_at, reviewed_at) values (${randomUUID()}, ${id}, ${all}, 'refused', ${all}, ${now}, ${now}))
    insert into community_documents (member_id, file_id) values (${id}, ${document})`.execute(db)
  for (const recipient of [email, mobile])
    await sql`
      insert into messages (id, cause, channel, recipient, subject, body, attachments, locale, state, last_error, created_at, sent_at)
      values (${randomUUID()}, ${`${recipient} ${all}`}, 'mail', ${recipient}, ${all}, ${all}, ${JSON.stringify([all])}, 'tw', 'sent', ${all}, ${now}, ${now})`.execute(
      db,
    )
  await sql`insert into calendar_feeds (member_id, token_hash, created_at) values (${id}, ${all}, ${now})`.execute(db)
  const orderId = await leaveOrder({ db, clock } as TestService, id, passbook)
  await sql`insert into order_players (order_id, names, changed_at) values (${orderId}, ${[all]}, ${now})`.execute(db)
  await leavePreOrder(db, id, roster, now)
  await leaveComplaints(db, id, { orderId, evidence, photo }, now)
}

type Db = TestService['db']

async function leaveLogins(db: Db, id: string, now: Date, later: Date): Promise<void> {
  await sql`
    insert into passkeys (member_id, credential_id, public_key, counter, transports, name, created_at)
    values (${id}, ${all}, ${Buffer.from(all)}, 0, ${[all]}, ${own.slice(0, 60)}, ${now})`.execute(db)
  await sql`
    insert into passkey_challenges (challenge, purpose, session_id, expires_at)
    select ${all}, 'add', id, ${later} from sessions where member_id = ${id} limit 1`.execute(db)
  await sql`
    insert into authenticators (member_id, sealed_secret, created_at) values (${id}, ${Buffer.from(all)}, ${now})`.execute(db)
  await sql`insert into recovery_codes (member_id, code_hash, created_at) values (${id}, ${all}, ${now})`.execute(db)
  await sql`
    insert into login_subjects (issuer, subject, member_id, way, linked_at) values (${all}, ${all}, ${id}, ${all}, ${now})`.execute(db)
  await sql`insert into tokens (id, purpose, member_id, email, created_at, expires_at) values (${randomUUID()}, 'reset-secret', ${id}, ${email}, ${now}, ${later})`.execute(
    db,
  )
  await sql`insert into contact_changes (id, member_id, email, mobile, changed_at, undo_until) values (${randomUUID()}, ${id}, ${email}, ${mobile}, ${now}, ${later})`.execute(
    db,
  )
  await sql`
    insert into sms_codes (id, mobile, purpose, code_hash, asked_by, wrong_by_caller, created_at, expires_at)
    values (${randomUUID()}, ${mobile}, 'reset-secret', ${all}, ${all}, ${JSON.stringify({ [all]: 1 })}, ${now}, ${later})`.execute(db)
}

/** Booked, paid by bank, played, and partly given back: all of it is over. */
async function leaveOrder({ db, clock }: TestService, memberId: string, passbook: string): Promise<string> {
  const now = clock.now()
  const [orderId, attemptId, refundId] = [randomUUID(), randomUUID(), randomUUID()]
  const { start, end } = at(1, 10, 19)
  await sql`
    insert into orders (id, order_no, kind, member_id, state, amount, contact_name, contact_phone, remark, idempotency_key, request_hash, created_at)
    values (${orderId}, 'F261110LEAVING', 'venue', ${memberId}, 'completed', 500, ${all}, ${mobile}, ${all}, 'key', 'hash', ${now})`.execute(
    db,
  )
  await sql`
    insert into order_items (id, order_id, member_id, court_id, sport, during, day, minutes, counts_for_quota, identity_id, price, light_fee, deposit)
    values (${randomUUID()}, ${orderId}, ${memberId}, 1, 'badminton', tstzrange(${start}, ${end}), '2026-11-10', 60, true, 1, 500, 0, 0)`.execute(
    db,
  )
  await sql`
    insert into payment_attempts (id, order_id, trade_no, state, method, amount, created_at, settled_at)
    values (${attemptId}, ${orderId}, 'TLEAVING', 'paid', 'atm', 500, ${now}, ${now})`.execute(db)
  const notice = JSON.stringify({ MerchantTradeNo: 'TLEAVING', TradeAmt: '500', ATMAccNo: bank, CustomField1: all })
  await sql`insert into invoice_preferences (member_id, kind, code, tax_id, title, changed_at) values (${memberId}, 'mobile', ${all}, ${all}, ${all}, ${now})`.execute(
    db,
  )
  await sql`insert into invoice_buyers (order_id, kind, code, tax_id, title, changed_at) select id, 'mobile', ${all}, ${all}, ${all}, ${now} from orders where member_id = ${memberId}`.execute(
    db,
  )
  await sql`
    insert into invoices (id, order_id, issuer, relate_no, amount, lines, buyer, state, number, created_at, issued_at)
    select gen_random_uuid(), id, 'ecpay', 'LEAVING', 1, '[]', jsonb_build_object('kind', 'mobile', 'code', ${all}::text), 'issued', 'FH00000000', ${now}, ${now}
    from orders where member_id = ${memberId} limit 1`.execute(db)
  await sql`insert into payment_notices (trade_no, received_at, body, verdict) values ('TLEAVING', ${now}, ${notice}, 'paid')`.execute(db)
  await sql`
    insert into payment_notices_archive (year, id, trade_no, received_at, body, verdict) values (2026, 1, 'TLEAVING', ${now}, ${notice}, 'paid')`.execute(
    db,
  )
  await sql`
    insert into ledger (order_id, attempt_id, kind, way, amount, cause, at) values (${orderId}, ${attemptId}, 'payment', 'card', 500, 'paid', ${now}), (${orderId}, ${attemptId}, 'refund', 'transfer', -250, 'back', ${now})`.execute(
    db,
  )
  await sql`
    insert into refunds (id, refund_no, order_id, attempt_id, cause, state, way, amount, reason, bank_code, bank_account, account_name, passbook_file_id, try_at, created_at, changed_at)
    values (${refundId}, 'R1', ${orderId}, ${attemptId}, 'asked', 'refunded', 'bank', 250, ${all}, ${bank}, ${bank}, ${name}, ${passbook}, ${now}, ${now}, ${now})`.execute(
    db,
  )
  await sql`insert into refund_steps (refund_id, state, note, at) values (${refundId}, 'refunded', ${all}, ${now})`.execute(db)
  return orderId
}

async function leavePreOrder(db: Db, memberId: string, roster: string, now: Date): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into rounds (name_tw, name_en, season_from, season_to, view_start, order_start, ends, mode, periods_per_week, minutes_per_period, pay_days, document_kinds, created_at)
    values ('一', 'One', '2026-08-01', '2026-10-01', '2026-06-01', '2026-06-02', '2026-06-03', 'first-come', 2, 120, 7, '{roster}', ${now}) returning id`.execute(
    db,
  )
  const preOrderId = randomUUID()
  await sql`
    insert into preorders (id, order_no, round_id, member_id, state, title, purpose, contact_name, contact_phone, review_note, created_at, changed_at)
    values (${preOrderId}, 'P1', ${rows[0]!.id}, ${memberId}, 'rejected', ${all}, ${all}, ${name}, ${mobile}, ${all}, ${now}, ${now})`.execute(
    db,
  )
  await leaveEntry(db, memberId, rows[0]!.id, now)
  await sql`insert into preorder_documents (preorder_id, file_id, kind, added_at) values (${preOrderId}, ${roster}, 'roster', ${now})`.execute(
    db,
  )
}

async function leaveEntry(db: Db, memberId: string, roundId: number, now: Date): Promise<void> {
  const entryId = randomUUID()
  await sql`
    insert into ballot_entries (id, round_id, member_id, title, purpose, contact_name, contact_phone, headcount, created_at, changed_at, number)
    values (${entryId}, ${roundId}, ${memberId}, ${all}, ${all}, ${name}, ${mobile}, 1, ${now}, ${now}, 1)`.execute(db)
  await sql`
    insert into ballot_objections (id, round_id, entry_id, note, is_accepted, noted_at, noted_by)
    values (gen_random_uuid(), ${roundId}, ${entryId}, ${all}, false, ${now}, ${memberId})`.execute(db)
}

async function leaveComplaints(
  db: Db,
  memberId: string,
  { orderId, evidence, photo }: { orderId: string; evidence: string; photo: string },
  now: Date,
): Promise<void> {
  const [pointId, reportId] = [randomUUID(), randomUUID()]
  await sql`
    insert into violations (id, member_id, kind, cause, order_id, at, expires_at, reason) values (${pointId}, ${memberId}, 'no-show', 'missed', ${orderId}, ${now}, ${now}, ${all})`.execute(
    db,
  )
  await sql`
    insert into suspensions (id, member_id, starts_at, ends_at, points, created_at, reason)
    values (${randomUUID()}, ${memberId}, ${now}, ${now}::timestamptz + interval '1 day', 1, ${now}, ${all})`.execute(db)
  await sql`insert into report_subscribers (member_id, since, sent_month) values (${memberId}, ${now}, '2026-10-01')`.execute(db)
  await sql`
    with size as (insert into locker_sizes (size, name_tw, name_en, deposit) values ('traced', '', '', 0) returning size),
    locker as (insert into lockers (id, number, size, wall, col, row) select 900, 'Z90', size, 'Z', 1, 1 from size returning id),
    rental as (
      insert into locker_rentals (id, locker_id, member_id, state, deposit, created_at, starts_at, ends_at, closed_at)
      select gen_random_uuid(), id, ${memberId}, 'returned', 0, ${now}, ${now}, ${now}::timestamptz + interval '1 day', ${now} from locker returning id
    )
    insert into locker_calls (id, rental_id, outcome, note, by, at) select gen_random_uuid(), id, 'reached', ${all}, ${memberId}, ${now} from rental`.execute(
    db,
  )
  await sql`insert into member_notes (id, member_id, text, by, at) values (${randomUUID()}, ${memberId}, ${all}, ${memberId}, ${now})`.execute(
    db,
  )
  await sql`
    insert into appeals (id, violation_id, text, file_id, state, sent_at, decided_at, reason)
    values (${randomUUID()}, ${pointId}, ${all}, ${evidence}, 'rejected', ${now}, ${now}, ${all})`.execute(db)
  await sql`
    insert into reports (id, kind, facility_id, title, description, contact_name, contact_phone, member_id, locale, state, created_at, changed_at)
    values (${reportId}, 'repair', 1, ${`網柱鬆了 ${own}`}, ${`我是${name}，請打 ${mobile}`}, ${name}, ${mobile}, ${memberId}, 'tw', 'received', ${now}, ${now})`.execute(
    db,
  )
  await sql`insert into report_notes (report_id, at, public, body) values (${reportId}, ${now}, false, ${`已電 ${own}`})`.execute(db)
  await sql`insert into report_photos (report_id, file_id, position) values (${reportId}, ${photo}, 1)`.execute(db)
  await sql`
    insert into ratings (id, member_id, order_id, facility_id, day, stars, comment, created_at) values (${randomUUID()}, ${memberId}, ${orderId}, 1, '2026-11-10', 5, ${all}, ${now})`.execute(
    db,
  )
}
