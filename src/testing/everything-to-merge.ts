import { sql } from 'kysely'
import type { Db } from '#db/connect.ts'
import { fewLockers } from './lockers.ts'

/**
 * What becomes of every column that refers to a member when that member is merged into another.
 *
 * follows: the kept member's from now on · ends: deleted · stays: tells who of the staff did something, and that is still so
 */
export const atMerging: Record<string, 'follows' | 'ends' | 'stays'> = {
  'appeals.decided_by': 'stays',
  'article_versions.saved_by': 'stays',
  'articles.created_by': 'stays',
  'authenticators.member_id': 'ends',
  'ballot_draws.drawn_by': 'stays',
  'ballot_entries.member_id': 'follows',
  'ballot_manifests.frozen_by': 'stays',
  'ballot_objections.noted_by': 'stays',
  'blocks.created_by': 'stays',
  'bookings_to_cancel.changed_by': 'stays',
  'calendar_feeds.member_id': 'ends',
  'closure_items.member_id': 'follows',
  'closure_offers.member_id': 'follows',
  'closures.created_by': 'stays',
  'closures.lifted_by': 'stays',
  'club_invitations.club_id': 'follows',
  'club_invitations.invited_by': 'follows',
  'club_people.club_id': 'follows',
  'club_people.person_id': 'follows',
  'communities.member_id': 'follows',
  'communities.reviewed_by': 'stays',
  'community_decisions.member_id': 'follows',
  'community_decisions.reviewed_by': 'stays',
  'contact_changes.member_id': 'ends',
  'discrepancies.settled_by': 'stays',
  'favourite_facilities.member_id': 'follows',
  'files.owner_id': 'follows',
  'highlight_versions.saved_by': 'stays',
  'highlights.created_by': 'stays',
  'identity_proofs.member_id': 'follows',
  'identity_proofs.reviewed_by': 'stays',
  'invoice_deeds.by': 'stays',
  'invoice_preferences.member_id': 'follows',
  'item_moves.by': 'stays',
  'locker_calls.by': 'stays',
  'locker_rentals.closed_by': 'follows',
  'locker_rentals.member_id': 'follows',
  'lockers.out_of_order_by': 'stays',
  'login_subjects.member_id': 'follows',
  'member_notes.by': 'stays',
  'member_notes.member_id': 'follows',
  'member_notes.removed_by': 'stays',
  'members.merged_into': 'follows',
  'order_items.checked_in_by': 'stays',
  'order_items.member_id': 'follows',
  'order_items.parked_by': 'stays',
  'order_items.removed_by': 'stays',
  'orders.member_id': 'follows',
  'orders.placed_by': 'stays',
  'passkeys.member_id': 'ends',
  'preorders.decided_by': 'stays',
  'preorders.member_id': 'follows',
  // Of staff, whose accounts are not merged.
  'preview_drafts.member_id': 'stays',
  'price_lists.created_by': 'stays',
  'ratings.member_id': 'follows',
  'recovery_codes.member_id': 'ends',
  'refund_signatures.by': 'stays',
  'refund_steps.by': 'follows',
  'report_notes.by_id': 'follows',
  'report_subscribers.member_id': 'ends',
  'reports.assignee_id': 'stays',
  'reports.member_id': 'follows',
  'rounds.changed_by': 'stays',
  'rounds.created_by': 'stays',
  'sessions.member_id': 'ends',
  'staff_invitations.invited_by': 'stays',
  'staff_invitations.used_by': 'stays',
  'suspensions.given_by': 'stays',
  'suspensions.lifted_by': 'stays',
  'suspensions.member_id': 'follows',
  'till_rows.by': 'stays',
  'tills.closed_by': 'stays',
  'tills.opened_by': 'stays',
  'tokens.member_id': 'ends',
  'transfer_batches.taken_by': 'stays',
  'violations.given_by': 'stays',
  'violations.member_id': 'follows',
  'violations.removed_by': 'stays',
  'wishes.member_id': 'follows',
}
/** Columns that hold a member's id without a foreign key. */
export const withoutKey: typeof atMerging = {
  'occupancy.member_id': 'follows',
  'outbox.subject_id': 'follows',
  'preorder_dates.member_id': 'follows',
}

/** What `leaveTracesEverywhere` lacks: rows that it may not leave to somebody who closes an account. */
export async function leaveTheRest(db: Db, id: string, now: Date): Promise<void> {
  await fewLockers(db)
  await sql`
    insert into locker_rentals (id, locker_id, member_id, state, deposit, created_at, starts_at, ends_at, closed_at, closed_by)
    values (gen_random_uuid(), 1, ${id}, 'returned', 500, ${now}, ${now}, ${now}::timestamptz + interval '1 day', ${now}, ${id})`.execute(
    db,
  )
  await sql`
    insert into club_invitations (id, club_id, email, role, key_hash, invited_by, created_at, expires_at)
    values (gen_random_uuid(), ${id}, 'booker@example.com', 'booker', ${id}, ${id}, ${now}, ${now})`.execute(db)
  await sql`
    with closure as (
      insert into closures (id, facility_id, court_ids, from_day, to_day, from_minute, to_minute, weekdays, cause, choice, reason_tw, reason_en, words_tw, words_en, state, request_key, request_hash, created_by, created_at)
      select gen_random_uuid(), (select min(id) from facilities), '{}', '2026-12-01', '2026-12-01', 0, 1440, '{2}', 'event', 'refund', '', '', '', '', 'done', 'a key', '', ${id}, ${now}
      returning id
    )
    , item as (
      insert into closure_items (closure_id, holder_id, kind, piece_id, member_id, during, is_club)
      select id, gen_random_uuid(), 'preorder', gen_random_uuid(), ${id}, tstzrange(${now}, null), true from closure returning closure_id, holder_id
    )
    insert into closure_offers (id, closure_id, item_id, member_id, moves, court_id, during, hold_until, state, created_at)
    select gen_random_uuid(), closure_id, holder_id, ${id}, 1, (select min(id) from courts), tstzrange(${now}, null), ${now}, 'lapsed', ${now} from item`.execute(
    db,
  )
  await sql`
    insert into wishes (id, member_id, sport, day, from_minute, to_minute, minutes, courts, not_after, state, created_at, changed_at)
    values (gen_random_uuid(), ${id}, 'badminton', '2026-12-01', 1140, 1200, 60, 1, ${now}, 'open', ${now}, ${now})`.execute(db)
  await sql`update refund_steps set by = ${id}`.execute(db)
  await sql`update report_notes set by_id = ${id}`.execute(db)
  await sql`
    insert into preorder_dates (id, preorder_id, line, member_id, round_id, court_id, day, during, price, light_fee)
    select gen_random_uuid(), p.id, 0, ${id}, p.round_id, 2, '2026-12-01', tstzrange('2026-12-01 10:00+08', '2026-12-01 12:00+08'), 100, 0
    from preorders p where p.member_id = ${id}`.execute(db)
  await sql`
    insert into occupancy (space_id, during, kind, holder_id, member_id)
    select 2, during, 'preorder', id, member_id from preorder_dates where member_id = ${id}`.execute(db)
  await sql`
    insert into outbox (topic, subject_id, payload, at, tries, try_at)
    values ('points', ${id}, '{"kind": "given", "violationId": "00000000-0000-4000-8000-000000000000"}', ${now}, 1, ${now}::timestamptz + interval '1 year')`.execute(
    db,
  )
  await sql`
    insert into members (id, name, mobile, locale, identity_id, is_guest, closed_at, merged_into)
    values (gen_random_uuid(), '', '', 'tw', 1, true, ${now}, ${id})`.execute(db)
}
