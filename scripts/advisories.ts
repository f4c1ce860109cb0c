// Asks the registry which advisories there are about the packages of package-lock.json, and says within how many days each has to be mended.
// Ends with 1 when there are some, and with 2 when nobody could be asked: that is not the same as none.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Lock } from './mend-lockfile.ts'

const severities = ['critical', 'high', 'moderate', 'low', 'info'] as const
type Severity = (typeof severities)[number]

/** Days from the day on which this command first names it, which whoever runs it notes (docs/security.md, “Dependencies”). */
export const daysToMend = {
  service: { critical: 7, high: 7, moderate: 30, low: 90, info: 90 },
  development: { critical: 30, high: 30, moderate: 90, low: 90, info: 90 },
} as const satisfies Record<string, Record<Severity, number>>

type Told = { title: string; url: string; severity: Severity; range: string }
type Vulnerable = { name: string; via: (Told | string)[]; nodes: string[]; fixAvailable: boolean | { name: string; version: string } }
export type AuditReport = { vulnerabilities?: Record<string, Vulnerable>; message?: string; error?: { summary?: string } }

export type Advisory = Told & { name: string; versions: string[]; runsIn: keyof typeof daysToMend; days: number; fix: string }

/** The advisories of an answer of `npm audit`, those that have the least time first; undefined: it is no answer. */
export function readReport({ vulnerabilities }: AuditReport, lock: Lock): Advisory[] | undefined {
  if (!vulnerabilities) return undefined
  const found = Object.values(vulnerabilities).flatMap(({ name, via, nodes, fixAvailable }) => {
    const entries = nodes.map((node) => lock.packages[node])
    // A package that the lock file does not know is taken for one that runs.
    const runsIn = entries.length > 0 && entries.every((entry) => entry?.dev) ? 'development' : 'service'
    const versions = [...new Set(entries.flatMap((entry) => entry?.version ?? []))]
    const fix = typeof fixAvailable === 'object' ? `${fixAvailable.name} ${fixAvailable.version}` : fixAvailable ? 'npm update' : 'none yet'
    // A text names another package of the answer, through which this one is affected.
    const told = via.filter((one) => typeof one !== 'string')
    return told.map((one): Advisory => ({ ...one, name, versions, runsIn, days: daysToMend[runsIn][severityOf(one)], fix }))
  })
  return found.toSorted((a, b) => a.days - b.days || a.name.localeCompare(b.name))
}

/** One that is not known counts as high. */
const severityOf = ({ severity }: Told): Severity => (severities.includes(severity) ? severity : 'high')

const lineOf = ({ name, versions, severity, title, url, runsIn, days, fix }: Advisory): string =>
  `${name} ${versions.join(', ')} (${severity}, ${runsIn}): ${title}\n  ${url}\n  to be mended within ${days} days; version that mends it: ${fix}`

type Said = { text: string; code: 0 | 1 | 2 }

export function say(report: AuditReport, lock: Lock): Said {
  const count = Object.keys(lock.packages).length - 1
  const advisories = readReport(report, lock)
  if (!advisories) {
    const reason = report.error?.summary || report.message || 'no answer that can be read'
    return { text: `The registry could not be asked, so nothing is known about ${count} packages: ${reason}`, code: 2 }
  }
  if (advisories.length === 0) return { text: `No advisory is known about the ${count} packages of package-lock.json.`, code: 0 }
  return { text: [`${advisories.length} known about ${count} packages:`, ...advisories.map(lineOf)].join('\n'), code: 1 }
}

/** Runs `npm audit`, which asks the registry once for all packages of the lock file and uses npm's own proxy and credentials. */
export async function askRegistry(root: string, env: NodeJS.ProcessEnv = process.env): Promise<AuditReport> {
  const args = ['audit', '--json', '--package-lock-only', '--fetch-timeout=30000', '--fetch-retries=1']
  const out = await new Promise<string>((resolve) => {
    const options = { cwd: root, env, maxBuffer: 64 * 1024 * 1024, timeout: 120_000 }
    execFile('npm', args, options, (error, stdout) => resolve(stdout || JSON.stringify({ message: error?.message ?? '' })))
  })
  try {
    return JSON.parse(out) as AuditReport
  } catch {
    return {}
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock
  const { text, code } = say(await askRegistry(root), lock)
  console.log(text)
  process.exit(code)
}
