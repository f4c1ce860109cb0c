import { courtLines, type Sport } from '#ui/kit/court-lines.ts'

const sports = (Object.keys(courtLines) as Sport[]).filter((sport) => sport !== 'meeting')

/** Every member has a court on their card: always the same one. */
export function ownCourt(memberId: string): Sport {
  const sum = [...memberId].reduce((total, character) => (total * 31 + character.charCodeAt(0)) % 9973, 7)
  return sports[sum % sports.length]!
}
