import { accessSync, chmodSync, constants, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runNode } from './children.mjs'
import { Failure } from './say.mjs'

/** Unit and database tests, then journeys in the browser. */
export async function runTests(root, filters, browser) {
  const folder = makeRunFolder(temporaryFolder())
  // Databases, browsers' profiles and whatever else is thrown away.
  process.env.TMPDIR = folder
  // Loaded by the first test that needs it.
  process.env.TEST_DEMO_CENTRE = join(folder, 'demo-centre')
  try {
    console.log('\nTests')
    const unit = await runVitest(root, filters, join(folder, 'vitest.json'), browser)
    console.log('\nJourneys in the browser')
    const journeys = await runPlaywright(root, filters, join(folder, 'playwright.json'), browser)
    return [unit, journeys]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const prefix = 'fieldhouse-run-'

/** A folder for the temporary files of this run. Those of runs that were killed are removed. */
export function makeRunFolder(place) {
  for (const name of readdirSync(place).filter((one) => one.startsWith(prefix)))
    if (!isRunning(Number(name.slice(prefix.length).split('-')[0]))) rmSync(join(place, name), { recursive: true, force: true })
  const folder = mkdtempSync(join(place, `${prefix}${process.pid}-`))
  // When npm runs as root, the embedded PostgreSQL runs as another user, who must be able to enter this folder.
  chmodSync(folder, 0o711)
  return folder
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch ({ code }) {
    return code === 'EPERM'
  }
}

const shared = '/dev/shm'
const enough = 6e9

/**
 * Where temporary files go: into memory, where the system has a file system for that with room enough. Tests make hundreds of
 * databases of a thousand small files each, which takes a disk thirty times as long.
 */
export function temporaryFolder({ TMPDIR } = process.env, place = shared) {
  if (TMPDIR) return TMPDIR
  try {
    accessSync(place, constants.W_OK)
    const { bavail, bsize } = statfsSync(place)
    if (bavail * bsize >= enough) return place
  } catch {
    // Not on this system.
  }
  return tmpdir()
}

/** A filter is a part of a file's path; for journeys it may be a pattern. One that fits nothing is a slip, and no success. */
export function requireMatches(root, filters) {
  const files = ['src', 'scripts', 'demo', 'trial', 'e2e'].flatMap((folder) => testFilesIn(root, folder))
  for (const filter of filters) {
    if (filter.startsWith('-')) continue
    const part = filter.replace(/(:\d+)+$/, '').toLowerCase()
    const fits = (file) => file.toLowerCase().includes(part) || (file.includes('.spec.') && isMatch(part, file))
    if (!files.some(fits)) throw new Failure(`No test and no journey matches “${filter}”.`)
  }
}

function isMatch(pattern, file) {
  try {
    return new RegExp(pattern, 'i').test(file)
  } catch {
    return false
  }
}

function testFilesIn(root, folder) {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true })
    .filter((name) => /\.(test|spec)\.(tsx?|mjs)$/.test(name))
    .map((name) => join(root, folder, name))
}

/** Undefined: the browser that Playwright has brought. */
const chromeOf = (browser) => (browser ? { CHROME_PATH: browser } : {})

async function runVitest(root, filters, report, browser) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--passWithNoTests', ...reporters, ...filters]
  const code = await runNode(root, args, { env: { TEST_BUILT: '1', ...chromeOf(browser) } })
  return orCrash(code, countVitest(readReport(report)))
}

async function runPlaywright(root, filters, report, browser) {
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...chromeOf(browser) }
  const code = await runNode(
    root,
    ['node_modules/@playwright/test/cli.js', 'test', '--pass-with-no-tests', '--reporter=list,json', ...filters],
    { env },
  )
  return orCrash(code, countPlaywright(readReport(report)))
}

export function countVitest(report) {
  if (!report) return { passed: 0, failed: 0 }
  // A file that does not load has no tests to fail; it counts as one.
  const unloaded = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  const failures = report.testResults.flatMap((file) =>
    file.assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => `${file.name}: ${fullName}`),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    names: [...failures, ...unloaded.map(({ name }) => `${name}: does not load`)],
  }
}

export function countPlaywright(report) {
  if (!report) return { passed: 0, failed: 0 }
  const { expected, unexpected, flaky } = report.stats
  return {
    passed: expected + flaky,
    failed: unexpected + report.errors.length,
    names: namesOf(report.suites, 'unexpected'),
    again: namesOf(report.suites, 'flaky'),
  }
}

/** Suites hold suites; what is at the bottom of them was run. */
function namesOf(suites, status) {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs
      .filter(({ tests }) => tests.some((test) => test.status === status))
      .map(({ file, title, tests }) => `${file} (${tests[0].projectName}): ${title}`),
    ...namesOf(inner, status),
  ])
}

/** The closing lines, so that who reads only them knows where to look; and whether all is well. */
export function conclude(counts) {
  const sum = (key) => counts.reduce((all, count) => all + count[key], 0)
  const again = counts.flatMap((count) => count.again ?? [])
  const [passed, failed] = [sum('passed'), sum('failed')]
  return {
    lines: [
      ...counts.flatMap(({ names = [] }) => names).map((name) => `✗ ${name}`),
      ...again.map((name) => `↻ ${name}`),
      ...(again.length > 0 ? [`${again.length} passed at the second try`] : []),
      ...(passed + failed === 0 ? ['Nothing was run.'] : []),
      '',
      `${passed} passed, ${failed} failed`,
    ],
    isGood: failed === 0 && passed > 0,
  }
}

/** A runner that ends badly without naming a failure has failed all the same. */
export function orCrash(code, counts) {
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}
