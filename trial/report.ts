import { kinds, type Count, type Kind } from './call.ts'
import type { FeltBy } from './faults.ts'
import { parties } from './outages.ts'
import type { Check } from './rules.ts'

export type Report = {
  seconds: number
  attempts: number
  counts: Record<Kind, Count>
  felt: FeltBy[]
  checks: Check[]
  /** How often a provider or the issuer answered nothing for a while, in turn. */
  silences: number
  papers: string
  disk: string | undefined
  timesFull: number
  leftOut: string[]
  without: string | undefined
}

const row = (...cells: (string | number)[]) => `| ${cells.join(' | ')} |`
const head = (...cells: string[]) => [row(...cells), row(...cells.map((_, n) => (n === 0 ? '---' : '---:')))]
const inSeconds = (ms: number | undefined) => (ms === undefined || ms === Infinity ? 'never' : (ms / 1000).toFixed(2))
const middle = (sorted: number[]) => sorted[Math.floor(sorted.length / 2)]

/** The report as Markdown: attempts by kind, how long each kind of fault was felt, and what was held against what. */
export function writeReport({
  seconds,
  attempts,
  counts,
  felt,
  checks,
  disk,
  silences,
  papers,
  timesFull,
  leftOut,
  without,
}: Report): string {
  const broken = checks.filter((check) => check.broken.length > 0)
  return [
    `${attempts.toLocaleString('en')} attempts in ${Math.round(seconds)} s, ${felt.reduce((sum, { times }) => sum + times, 0)} faults; the database's disk: ${disk === undefined ? 'the machine’s own, which was not filled' : `${disk}, which PostgreSQL found full ${timesFull} times`}.${without ? ` Guard off: ${without}.` : ''}`,
    `${parties.join(', ')}: one after the other silent, ${silences} times. Invoices and receipts: ${papers}.`,
    ...leftOut.map((what) => `Left out: ${what}.`),
    '',
    ...head('attempts', 'sent', 'done', 'refused', '503', 'no answer', 'odd'),
    ...kinds.map((kind) => {
      const { sent, done, refused, away, lost, odd } = counts[kind]
      return row(kind, sent, done, refused, away, lost, odd)
    }),
    '',
    ...head('fault', 'times', 'lasted at most, s', 'no answer for, s, middle', 'worst', 'first answer after its end, s, middle', 'worst'),
    ...felt.map(({ kind, times, lasted, silence, after }) =>
      row(
        kind,
        times,
        inSeconds(lasted),
        inSeconds(middle(silence)),
        inSeconds(silence.at(-1)),
        inSeconds(middle(after)),
        inSeconds(after.at(-1)),
      ),
    ),
    '',
    ...head('held against the database', 'looked at', 'broken'),
    ...checks.map(({ rule, looked, broken: found }) => row(rule, looked, found.length)),
    '',
    ...broken.flatMap(({ rule, broken: found }) => [`Broken: ${rule}`, ...found.slice(0, 20).map((one) => `- ${one}`)]),
    broken.length === 0 ? 'Everything holds.' : `${broken.length} rules are broken.`,
  ].join('\n')
}
