import type { DbOrTrx } from '#db/connect.ts'
import type { Locale } from '#i18n/locale.ts'
import { say } from '#i18n/words.ts'
import { callsNotFor, isOwnAccount, type ClubRole } from '#http/club-calls.ts'
import type { Session, StaffRole } from '#http/session.ts'
import type { Day } from '#lib/zone.ts'
import { sql } from 'kysely'
import { isOpen } from './admission-store.ts'
import { identityState, type IdentityState, type ReviewState } from './rules.ts'

export type Member = {
  id: string
  email: string
  account: string
  name: string
  communityName: string
  /** Who has logged in: another than the member while they act for a club. Address, name and mobile are theirs. */
  personId: string
  clubRole: ClubRole | null
  barredCalls: string[]
  /** Other clubs than the member's own for which the person may act. */
  clubs: { id: string; name: string; role: ClubRole }[]
  mobile: string
  isMobileProven: boolean
  hasSecret: boolean
  locale: Locale
  roles: StaffRole[]
  isExemptByDemo: boolean
  emergencyName: string
  emergencyPhone: string
  identity: {
    id: number
    code: string
    name: string
    forCommunity: boolean
    state: IdentityState
    reason: string | null
    proof: FileRow | null
    /** The last day on which an approved proof counts; null without an end. */
    validUntil: Day | null
  }
  community: {
    name: string
    registrationNo: string
    representative: string
    state: ReviewState
    reason: string | null
    documents: FileRow[]
  } | null
}
export type FileRow = { id: string; name: string; size: number; type: string }

/** The member's profile, in one statement. */
export async function readMember(db: DbOrTrx, id: string, locale: Locale): Promise<Member | undefined> {
  return (await readMembers(db, [id])).get(id)?.(locale)
}

/** Profiles by the member's id, each in the language that is asked for. */
export async function readMembers(db: DbOrTrx, ids: string[]): Promise<Map<string, (locale: Locale) => Member>> {
  const { rows } = await sql<MemberRow>`
    select m.id, m.email, m.account, m.name, m.mobile, not m.mobile_unproven as is_mobile_proven, m.secret_hash is not null as has_secret, m.locale,
      case when m.staff_suspended_at is null then m.roles else '{}' end as roles, m.demo, m.emergency_name, m.emergency_phone,
      i.id as identity_id, i.code as identity_code, i.name_tw, i.name_en, i.needs_proof, i.for_community,
      p.state as proof_state, p.reason as proof_reason, p.file as proof_file, p.valid_until as proof_until,
      c.name as community_name, c.registration_no, c.representative, c.state as community_state, c.reason as community_reason,
      coalesce((select json_agg(json_build_object('id', f.id, 'name', f.name, 'size', f.size, 'type', f.type) order by f.created_at)
        from community_documents d join files f on f.id = d.file_id where d.member_id = m.id), '[]') as documents,
      (select r.role from club_people r where r.club_id = m.id and r.person_id = m.id) as club_role,
      coalesce((select json_agg(json_build_object('id', r.club_id, 'name', o.name, 'role', r.role) order by o.name, r.club_id)
        from club_people r join communities o on o.member_id = r.club_id where r.person_id = m.id and r.club_id <> m.id), '[]') as clubs
    from members m
    join identities i on i.id = m.identity_id
    left join communities c on c.member_id = m.id
    left join lateral (
      select o.state, o.reason, o.valid_until, case when f.id is not null then json_build_object('id', f.id, 'name', f.name, 'size', f.size, 'type', f.type) end as file
      from identity_proofs o left join files f on f.id = o.file_id
      where o.member_id = m.id and o.identity_id = m.identity_id order by o.submitted_at desc limit 1
    ) p on true
    where m.id = any(${ids}::uuid[]) and ${isOpen('m')}`.execute(db)
  return new Map(rows.map((row) => [row.id, (locale) => memberFrom(row, locale)]))
}

type MemberRow = {
  id: string
  email: string
  account: string
  name: string
  mobile: string
  is_mobile_proven: boolean
  has_secret: boolean
  locale: Locale
  roles: StaffRole[]
  demo: boolean
  emergency_name: string | null
  emergency_phone: string | null
  identity_id: number
  identity_code: string
  name_tw: string
  name_en: string
  needs_proof: boolean
  for_community: boolean
  proof_state: ReviewState | null
  proof_reason: string | null
  proof_file: FileRow | null
  proof_until: Day | null
  community_name: string | null
  registration_no: string | null
  representative: string | null
  community_state: ReviewState | null
  community_reason: string | null
  documents: FileRow[]
  club_role: ClubRole | null
  clubs: Member['clubs']
}

function memberFrom(row: MemberRow, locale: Locale): Member {
  const approved = row.community_state === 'approved'
  return {
    id: row.id,
    email: row.email,
    account: row.account,
    name: row.name,
    communityName: approved ? row.community_name! : '',
    personId: row.id,
    clubRole: row.club_role,
    barredCalls: [],
    clubs: row.clubs,
    mobile: row.mobile,
    isMobileProven: row.is_mobile_proven,
    hasSecret: row.has_secret,
    locale: row.locale,
    roles: row.roles,
    isExemptByDemo: row.demo,
    emergencyName: row.emergency_name ?? '',
    emergencyPhone: row.emergency_phone ?? '',
    identity: {
      id: row.identity_id,
      code: row.identity_code,
      name: say({ tw: row.name_tw, en: row.name_en }, locale),
      forCommunity: row.for_community,
      state: identityState(
        { needsProof: row.needs_proof, forCommunity: row.for_community },
        { proof: row.proof_state, community: row.community_state },
      ),
      reason: row.for_community ? row.community_reason : row.proof_reason,
      proof: row.proof_file,
      validUntil: row.proof_until,
    },
    community:
      row.community_state === null
        ? null
        : {
            name: row.community_name!,
            registrationNo: row.registration_no!,
            representative: row.representative!,
            state: row.community_state,
            reason: row.community_reason,
            documents: row.documents,
          },
  }
}

/** The member of a session, as they see themselves. */
export async function readOwnProfile(db: DbOrTrx, session: OwnSession, locale: Locale): Promise<Member & Proof> {
  return ownProfile(await readMembers(db, [session.memberId, session.personId]), session, locale)!
}

type Proof = Pick<Session, 'isProvenTwice' | 'owesSecondStep'>
type OwnSession = Pick<Session, 'memberId' | 'personId' | 'clubRole'> & Proof

/**
 * To whoever has shown the secret alone, and not yet the second factor, a member says who they are, by name and address, and no more. Each
 * field is named here, so that a new one is withheld until somebody decides otherwise.
 */
export const withheld = ({ id, email, name, locale }: Member): Member => ({
  id,
  personId: id,
  email,
  name,
  locale,
  account: '',
  communityName: '',
  clubRole: null,
  barredCalls: [],
  clubs: [],
  mobile: '',
  isMobileProven: false,
  hasSecret: true,
  roles: [],
  isExemptByDemo: false,
  emergencyName: '',
  emergencyPhone: '',
  identity: { id: 1, code: '', name: '', forCommunity: false, state: 'none-needed', reason: null, proof: null, validUntil: null },
  community: null,
})

/**
 * Of who acts for a club: the club, with the name and the contact of the person. What the first person of a club proved of themselves is
 * not for the others, and the documents of its application are its owner's.
 */
export function ownProfile(
  profiles: Awaited<ReturnType<typeof readMembers>>,
  { memberId, personId, clubRole, isProvenTwice, owesSecondStep }: OwnSession,
  locale: Locale,
): (Member & Proof) | undefined {
  const person = profiles.get(personId)?.(locale)
  if (person && owesSecondStep) return { ...withheld(person), isProvenTwice, owesSecondStep }
  if (person && isOwnAccount({ memberId, personId, clubRole })) return { ...person, isProvenTwice, owesSecondStep }
  const club = profiles.get(memberId)?.(locale)
  if (!person || !club) return undefined
  const { id, communityName, identity } = club
  const community = club.community && { ...club.community, ...(clubRole === 'owner' ? {} : { documents: [] }) }
  const shown = { ...identity, proof: null, reason: identity.forCommunity ? identity.reason : null }
  const roles = memberId === personId ? person.roles : []
  const barredCalls = clubRole === null ? [] : callsNotFor(clubRole)
  return { ...person, id, communityName, identity: shown, community, clubRole, barredCalls, roles, isProvenTwice, owesSecondStep }
}

export async function readMemberDates(db: DbOrTrx, id: string): Promise<{ createdAt: Date; privacyConsentedAt: Date | null }> {
  return db
    .selectFrom('members')
    .select(['created_at as createdAt', 'privacy_consented_at as privacyConsentedAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}
