import { courtLines, type Sport } from '#lib/court-lines.ts'

const sports = (Object.keys(courtLines) as Sport[]).filter((sport) => sport !== 'meeting')

/** The court drawn on a member's card: chosen by a hash of the id, so always the same. */
export function memberCourt(memberId: string): Sport {
  const sum = [...memberId].reduce((total, character) => (total * 31 + character.charCodeAt(0)) % 9973, 7)
  return sports[sum % sports.length]!
}
