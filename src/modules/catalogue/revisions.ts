import { createHash } from 'node:crypto'
import type { WholeFile } from './file.ts'

/** Parts of a catalogue with their content. A change names the revision of each part that it is based on. */
export function partsOf(file: WholeFile): Map<string, unknown> {
  return new Map<string, unknown>([
    ['centre', file.centre],
    ['identities', file.identities],
    ['facilities', file.facilities.map(({ code }) => code)],
    ...file.facilities.map((facility) => [`facility:${facility.code}`, facility] as const),
    ['holidays', file.holidays],
    ['lockers', file.lockers],
    ...Object.entries(file.rules).map(([group, rules]) => [`rules:${group}`, rules] as const),
  ])
}

/** A hash of each part's content, the same for the same content. */
export const revisionsOf = (file: WholeFile): Record<string, string> =>
  Object.fromEntries([...partsOf(file)].map(([part, content]) => [part, revisionOf(content)]))

const revisionOf = (content: unknown): string => createHash('sha256').update(sorted(content)).digest('hex').slice(0, 16)

/** JSON with the keys of every object in order. */
const sorted = (content: unknown): string =>
  JSON.stringify(content, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  ) ?? ''
