import type { DbOrTrx } from '#db/connect.ts'
import type { ClubRole } from '#http/club-calls.ts'
import * as m from '#i18n/generated/messages.js'
import type { Locale } from '#i18n/locale.ts'
import { sql } from 'kysely'

/** Whom a letter greets, and where it goes. `reader` is undefined for the first of several readers: a letter with one reader has none. */
export type LetterReader = { name: string; email: string; locale: Locale; reader?: string }

type ClubReader = { id: string; name: string; email: string; locale: Locale; club: string; role: ClubRole; hasPlaced: boolean }

/** Who may read letters about an order or a pre-order, the owner of a club first. */
export type LetterReaders = { about(isMoney: boolean): LetterReader[] }

/**
 * Readers of letters about one order. For a club: its owner, who placed the order for it, and of letters about money its treasurers; each
 * once, by the roles of now. Otherwise the member, whom `recipient` names.
 */
export async function readLetterReaders(
  db: DbOrTrx,
  { memberId, name, email, locale }: { memberId: string; name: string; email: string; locale: Locale },
  numbers: (string | null)[],
): Promise<LetterReaders> {
  const { rows } = await sql<ClubReader>`
    select p.id, p.name, p.email, p.locale, c.name as club, r.role, exists (
      select from audit_log g where g.subject_kind in ('order', 'preorder') and g.subject_id = any (${numbers.filter(Boolean)}::text[])
        and g.action = 'club.booked' and g.member_id = p.id) as "hasPlaced"
    from club_people r join members p on p.id = r.person_id join communities c on c.member_id = r.club_id
    where r.club_id = ${memberId} and p.closed_at is null and p.email <> ''
    order by r.role <> 'owner', r.since, p.id`.execute(db)
  return {
    about(isMoney) {
      const meant = rows.filter(({ role, hasPlaced }) => role === 'owner' || hasPlaced || (isMoney && role === 'treasurer'))
      const byAddress = new Map(meant.toReversed().map((one) => [one.email.toLowerCase(), one]))
      const once = meant.filter((one) => byAddress.get(one.email.toLowerCase()) === one)
      if (once.length === 0) return email === '' ? [] : [{ name, email, locale }]
      return once.map((one, n) => ({
        // A club's own login is the club, and greeted as it always was.
        name: one.id === memberId ? one.name : m.mail_club_reader({ name: one.name, club: one.club }, { locale: one.locale }),
        email: one.email,
        locale: one.locale,
        ...(n > 0 ? { reader: one.id } : {}),
      }))
    },
  }
}
