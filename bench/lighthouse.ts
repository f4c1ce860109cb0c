import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { locales } from '#i18n/languages.ts'
import { withPrefix } from '#i18n/locale.ts'
import { builtServer, startServer } from '#testing/server-process.ts'
import { chromium } from '@playwright/test'
import { picturesHung } from './visitors.ts'

/** Runs each page in both languages, three times on a phone profile, in a new browser; the median counts. */
const pages = [
  ['A1', '/'],
  ['A2', '/news'],
  ['A9', '/venues'],
  ['A10', '/venues/1'],
  ['A15', '/documents'],
  ['A18', '/highlights'],
] as const
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
/** Simulated throttling, which calculates from an unthrottled load, and real throttling (devtools): a phone's network, a quarter of this processor. */
const methods = ['simulate', 'devtools'] as const
type Scores = Record<(typeof categories)[number], number>
type Run = { scores: Scores; faults: string[] }
type Report = {
  runtimeError?: { message: string }
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; displayValue?: string }>
}

const quiet = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking']
const asPercent = (score: number | null | undefined) => Math.round((score ?? 0) * 100)

/** Answers a line of the table for each page and language. `ids`: only these pages, all when none is named. */
export async function lighthouse(times: number, ids: string[] = []): Promise<string[]> {
  const browser = process.env['CHROME_PATH'] ?? chromium.executablePath()
  const dir = mkdtempSync(join(tmpdir(), 'fieldhouse-lighthouse-'))
  const server = await startServer({ DATA_DIR: dir, DEMO: '1', SITE_ACCESS: 'open', NODE_ENV: 'production' }, builtServer)
  try {
    await picturesHung(server.url)
    const lines: string[] = []
    const wanted = pages.filter(([id]) => ids.length === 0 || ids.includes(id))
    for (const [id, path] of wanted.flatMap(([of, at]) => locales.map((locale) => [of, withPrefix(locale, at)] as const))) {
      const runs: Run[][] = []
      for (const method of methods) {
        const ofMethod: Run[] = []
        for (let n = 0; n < times; n++) ofMethod.push(await look(server.url + path, method, { browser, dir }))
        runs.push(ofMethod)
      }
      lines.push(line(`${id} ${path}`, runs))
    }
    return lines
  } finally {
    await server.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Repeats a run when Lighthouse reports that the trace has no start (NO_NAVSTART and the like), which happens now and then. */
async function look(url: string, method: string, { browser, dir }: { browser: string; dir: string }, tries = 3): Promise<Run> {
  const path = join(dir, 'lighthouse.json')
  const options = [
    '--quiet',
    '--output=json',
    `--output-path=${path}`,
    `--only-categories=${categories.join(',')}`,
    `--throttling-method=${method}`,
  ]
  // Lighthouse is fetched when it is needed: it has two hundred packages that nothing else uses.
  const program = ['exec', '--yes', '--package=lighthouse@12.8.2', '--', 'lighthouse']
  const child = spawn('npm', [...program, url, ...options, `--chrome-flags=${quiet.join(' ')}`], {
    env: { ...process.env, CHROME_PATH: browser },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0 && tries > 1) return look(url, method, { browser, dir }, tries - 1)
  if (code !== 0) throw new Error(`Lighthouse ended with ${code} at ${url}`)
  return read(JSON.parse(readFileSync(path, 'utf8')) as Report)
}

function read({ runtimeError, categories: found, audits }: Report): Run {
  if (runtimeError) throw new Error(runtimeError.message)
  const scores = Object.fromEntries(categories.map((name) => [name, asPercent(found[name]?.score)])) as Scores
  const failed = categories
    .filter((name) => name !== 'performance')
    .flatMap((name) => found[name]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
  const timings = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift']
  return { scores, faults: [...failed.map(({ id }) => id), ...timings.map((id) => `${id} ${audits[id]?.displayValue}`)] }
}

function line(what: string, [simulated, slowed]: Run[][]): string {
  const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
  const of = (runs: Run[], name: (typeof categories)[number]) => middle(runs.map((run) => run.scores[name]))
  const others = categories.slice(1).map((name) => of(simulated!, name))
  const scores = [of(simulated!, 'performance'), of(slowed!, 'performance'), ...others]
  console.log(what, scores.join(' '), simulated!.at(-1)!.faults.join(', '), '| slowed', slowed!.at(-1)!.faults.join(', '))
  return `| ${[what, ...scores].join(' | ')} |`
}
