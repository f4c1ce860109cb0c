import { m } from '#i18n/generated/messages.js'
import type { ClubPeopleAnswer } from '#modules/clubs/wire.ts'

type Role = ClubPeopleAnswer['people'][number]['role']

const names: Record<Role, () => string> = { owner: m.club_role_owner, booker: m.club_role_booker, treasurer: m.club_role_treasurer }
export const roleName = (role: Role): string => names[role]()

/** What a role may do, in a sentence. */
const notes: Record<Role, () => string> = {
  owner: m.club_role_owner_note,
  booker: m.club_role_booker_note,
  treasurer: m.club_role_treasurer_note,
}
export const roleNote = (role: Role): string => notes[role]()
