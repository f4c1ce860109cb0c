import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Outcome } from './load.ts'

const rows: string[] = []

/** Prints a row of the table, and keeps it for the report. */
export function note(what: string, ours: Outcome, bare?: Outcome): void {
  const ms = (value: number) => value.toFixed(value < 10 ? 1 : 0)
  const statuses = Object.entries(ours.statuses)
    .map(([status, count]) => `${status}×${count}`)
    .join(' ')
  const line = [
    what,
    Math.round(ours.perSecond).toLocaleString('en'),
    ms(ours.p50),
    ms(ours.p95),
    ms(ours.p99),
    statuses,
    bare ? Math.round(bare.perSecond).toLocaleString('en') : '',
    bare ? (ours.perSecond / bare.perSecond).toFixed(2) : '',
  ]
  rows.push(`| ${line.join(' | ')} |`)
  console.log(line.join('  '))
}

/** Writes the table and Lighthouse's scores into RESULTS.md. */
export function report(scores: readonly string[]): void {
  const table = [
    '| what | a second | p50 ms | p95 ms | p99 ms | answers | bare server, a second | ratio |',
    '|---|---|---|---|---|---|---|---|',
    ...rows,
  ]
  const lighthouseTable = [
    'Lighthouse on a phone profile, the middle of three (by `npm run bench -- lighthouse`):',
    '',
    '| page | performance, simulated | performance, really slowed down | accessibility | best practices | SEO |',
    '|---|---|---|---|---|---|',
    ...scores,
  ]
  const file = join(import.meta.dirname, 'RESULTS.md')
  // Measured by itself, and kept: see years.ts.
  const [, tenYears = ''] = readFileSync(file, 'utf8').split('\n## Ten years\n')
  writeFileSync(
    file,
    `# Measured\n\nBy \`npm run bench\`, ${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${availableParallelism()} cores shared by server, database and load generator, one process.\n\n${table.join('\n')}\n\n${lighthouseTable.join('\n')}\n${tenYears && `\n## Ten years\n${tenYears}`}`,
  )
}
