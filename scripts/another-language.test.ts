import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, dayOf } from '#lib/zone.ts'
import { staffScreens } from '#navigation/staff-screens.ts'
import { startServer, type ServerProcess } from '#testing/server-process.ts'
import { databaseAt, startDemoCentre, type DemoCentre } from '#testing/demo-centre.ts'
import { openDb, closeDb, type Db } from '#db/connect.ts'
import { sql } from 'kysely'
import { defaultTexts } from '#modules/centre/own-texts.ts'
import { templates } from '#modules/catalogue/templates.ts'
import { defaultSettings } from '#modules/settings/rules.ts'
import { buildPseudo } from './pseudo-build.ts'
import { isPseudo, pseudoText } from './pseudo-language.ts'
import { readPage, unfold, walkPages, type Journey } from './walk-pages.ts'

const dayIn = (days: number): string => addDays(dayOf(new Date()), days)

let copy: string
let demo: DemoCentre
let db: Db
let server: ServerProcess
let written: Set<string>
let everything: string

beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'fieldhouse-language-'))
  const built = buildPseudo(copy)
  demo = await startDemoCentre()
  const url = databaseAt(demo.url, 'demo')
  db = openDb(url, 2)
  server = await startServer({ DEMO: '1', SITE_ACCESS: 'open', DATA_DIR: copy, STORAGE_DIR: demo.files, DATABASE_URL: url }, built)
  written = await readTexts(db)
  everything = [...written].join('\n')
}, 480_000)

afterAll(async () => {
  await server?.stop()
  if (db) await closeDb(db)
  await demo?.stop()
  rmSync(copy, { recursive: true, force: true })
})

/** Every text in the database: what staff and members have written is in their own language. */
async function readTexts(from: Db): Promise<Set<string>> {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and data_type in ('text', 'jsonb', 'json', 'character varying', 'ARRAY')`.execute(from)
  const texts = new Set<string>()
  const add = (value: unknown): void => {
    if (typeof value === 'string') for (const one of [value, ...value.split(/\n|\||\*\*|\[|\]/)]) texts.add(normal(one))
    else if (value && typeof value === 'object') Object.values(value).forEach(add)
  }
  // What staff may write themselves comes with a text in each language of data.
  add([defaultTexts, templates, defaultSettings])
  for (const { table, column } of columns) {
    const { rows } = await sql<{
      v: unknown
    }>`select distinct ${sql.ref(column)}::text as t, ${sql.ref(column)} as v from ${sql.table(table)} limit 20000`
      .execute(from)
      .catch(() => ({ rows: [] as { v: unknown }[] }))
    for (const { v } of rows) add(v)
  }
  return texts
}

/** Letters and digits only: pages set names between other signs. */
const normal = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim()
const plain = (text: string): string => text.replaceAll(/[\s　]+/g, ' ').trim()

/** Texts of a page that its reader sees or hears, apart from those that are one with what is around them. */
function textsOf(html: string): string[] {
  const body = html.replace(/^[^]*?<body/, '<body').replaceAll(/<(script|style|svg|template|code|kbd|pre|textarea)\b[^]*?<\/\1>/g, '')
  const attributes = [...body.matchAll(/\s(?:aria-label|title|placeholder|alt)="([^"]*)"/g)].map(([, text]) => text!)
  const said = body.split(/<[^>]*>/)
  return [...attributes, ...said].map((text) => plain(decoded(text))).filter(Boolean)
}
const decoded = (text: string): string =>
  text.replaceAll(/&(amp|lt|gt|quot|#x27|#39);/g, (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? "'")

/** Neither said by a message nor written by anybody. Numbers, times and codes are the same in every language. */
function isForeign(text: string): boolean {
  if (isPseudo(text) || isOfMachines(text)) return false
  const said = normal(text)
  // A part of an article between two marks of Markdown.
  if ((said.split(' ').length > 3 || /\p{Script=Han}{8}/u.test(said)) && everything.includes(said)) return false
  return !isMadeOfWritten(said.split(' '))
}

/** Whether words one after another are names or numbers, such as a hall, its court and a time. */
function isMadeOfWritten(words: string[]): boolean {
  const isPlain = (word: string) => !/\p{L}{2}/u.test(word) || /\d/.test(word) || isOwnName(word)
  const reached = [true]
  for (let end = 1; end <= words.length; end++)
    reached[end] = words
      .slice(0, end)
      .some(
        (_, start) => reached[start] && ((start === end - 1 && isPlain(words[start]!)) || written.has(words.slice(start, end).join(' '))),
      )
  return reached[words.length]!
}

/** Calls, settings, addresses, files, devices and numbers of invoices, on the pages that list them. */
const isOfMachines = (text: string) =>
  /^((GET|POST|PUT|DELETE|PATCH) \/api\/.*|[A-Z]+(_[A-Z]+)+|https?:\/\/.*|\/.*|.* <.*@.*>|\S+@example\.com|[A-Z]{3,4} · \d+ KB|[A-Z]{2}-\d{8}|node|disk|logo|[A-Z\d]{4} [A-Z\d]{4})$/.test(
    text,
  )
const isOwnName = (word: string) =>
  /^(NT|Fieldhouse|English|中文|Pseudo|LINE|CSV|XLSX|JSON|PDF|JPEG|PNG|NT|ECPay|Enter|Esc|Ctrl|Shift|Alt|Tab|Space)$/.test(word)

async function logIn(emailOrAccount: string): Promise<string> {
  const answer = await fetch(`${server.url}/api/AccountMember/Login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ emailOrAccount, secret: 'fieldhouse-demo' }),
  })
  const { token } = (await answer.json()) as { token: string }
  return `sports_v2_jwt=${token}`
}

/** Opens pages and, of what they link to, the first of each kind. */
async function foreignTexts(starts: string[], cookie: string, isWithin: (path: string) => boolean) {
  const todo = starts.map((path) => `/qps${path}`)
  const seen = new Set<string>()
  const foreign: string[] = []
  for (let path = todo.shift(); path !== undefined; path = todo.shift()) {
    const kind = path.replaceAll(/=[^&]*/g, '=').replaceAll(/\/\d+/g, '/0')
    if (seen.has(kind)) continue
    seen.add(kind)
    const answer = await fetch(`${server.url}${path}`, { headers: { accept: 'text/html', cookie }, redirect: 'manual' })
    if (answer.status !== 200) continue
    const html = await answer.text()
    expect(html, path).toContain('lang="qps"')
    foreign.push(
      ...textsOf(html)
        .filter(isForeign)
        .map((text) => `${path}: ${text}`),
    )
    for (const [, href] of html.matchAll(/href="(\/qps\/[^"#]*)"/g)) {
      const next = decoded(href!)
      if (isWithin(next.slice(4))) todo.push(next)
    }
  }
  return { foreign: [...new Set(foreign)], pages: seen.size }
}

/** Privacy notice and terms are texts of the centre, written in the languages of data. */
const isPublic = (path: string) => !/^\/(staff|member|api|privacy|terms)\b/.test(path)

it('a language is a file of messages and a line: visitors, members and clubs read it everywhere, and no text is said otherwise', async () => {
  const visitor = await foreignTexts(
    ['', '/venues', '/login', '/register', '/login/forget', '/order', '/order/check', '/draws'],
    '',
    isPublic,
  )
  const member = await foreignTexts(['/member', '/order'], await logIn('member'), (path) => path.startsWith('/member'))
  const club = await foreignTexts(['/member', '/member/order/schedule'], await logIn('community'), (path) => path.startsWith('/member'))
  expect([...visitor.foreign, ...member.foreign, ...club.foreign]).toEqual([])
  expect(visitor.pages + member.pages + club.pages).toBeGreaterThan(30)
}, 300_000)

it('a text that no message says is found', () => {
  expect(['Close', 'Close the window', '關閉', 'Court 1 is free'].map(isForeign)).toEqual([true, true, true, true])
  expect(['Sunday swimming', '19:00–21:00', '羽球館 羽球場 1', pseudoText('close', 'Close')].map(isForeign)).toEqual([
    true,
    false,
    false,
    false,
  ])
})

it('the console is read in it, too', async () => {
  const { foreign, pages } = await foreignTexts(
    staffScreens.map(({ path }) => path),
    await logIn('staff'),
    (path) => path.startsWith('/staff'),
  )
  expect(foreign).toEqual([])
  expect(pages).toBeGreaterThan(staffScreens.length)
}, 300_000)

async function foreignHere(page: Page): Promise<string[]> {
  written = await readTexts(db)
  everything = [...written].join('\n')
  const foreign = (await readPage(page)).map(plain).filter(Boolean).filter(isForeign)
  return foreign.map((text) => `${new URL(page.url()).pathname}: ${text}`)
}

/** Longer words wrap: nothing is wider than the screen. */
async function tooWide(page: Page): Promise<string[]> {
  const pixels = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  return pixels > 0 ? [`${new URL(page.url()).pathname}: ${pixels} px sideways`] : []
}

/** Somebody walks with an account of the demo; answers the texts that no message said, and the pages that scroll sideways. */
const walk = async (viewport: { width: number; height: number }, account: string, journey: Journey): Promise<string[]> => {
  const judge = async (page: Page) => [...(await foreignHere(page)), ...(await tooWide(page))]
  return walkPages({ url: server.url, viewport, cookie: await logIn(account), judge }, journey)
}

it('a booking is made and paid in it on a phone, and all that opens on the way is said by messages', async () => {
  const free = await fetch(`${server.url}/api/Order/Member/Schedule`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ venue1stId: 4, date: dayIn(6) }),
  })
  const { courts } = (await free.json()) as { courts: { id: number; periods: { start: string; end: string; state: string }[] }[] }
  const [court] = courts
  const { start, end } = court!.periods.find(({ state }) => state === 'free')!
  const foreign = await walk({ width: 360, height: 780 }, 'member', async (page, read) => {
    for (const path of ['', '/venues/4', '/order', '/member', '/member/order/overview', '/member/order/ticket']) {
      await page.goto(`/qps${path}`)
      await unfold(page, read)
    }
    await page.evaluate(
      (pieces) => localStorage.setItem('fieldhouse_cart', JSON.stringify({ state: { pieces }, version: 0 })),
      [{ courtId: court!.id, facilityId: 4, court: '', facility: '', start, end, price: 0 }],
    )
    await page.goto('/qps/order/check')
    await unfold(page, read)
    // The last of the page: the form of who gets the invoice is above it.
    await page.locator('form button[type=submit]').last().click()
    await page.waitForURL(/payment-complete/)
    await read()
    await page.locator('main button[data-sends]').first().click()
    // The gateway's page speaks as its provider's does: Chinese or English.
    await page.waitForURL(/Demo\/Gateway/)
    await page.locator('button[value=card]').click()
    await page.waitForURL(/payment-complete/)
    await unfold(page, read)
  })
  expect(foreign).toEqual([])
}, 120_000)

it('staff work in it: lists, their panels and what these open', async () => {
  const foreign = await walk({ width: 1440, height: 900 }, 'staff', async (page, read) => {
    for (const path of ['/staff/orders', '/staff/tickets', '/staff/refunds', '/staff/rounds']) {
      await page.goto(`/qps${path}`)
      await read()
      await page.keyboard.press('j')
      await page.keyboard.press('Enter')
      await unfold(page, read)
    }
    await page.keyboard.press('Shift+?')
    await read()
  })
  expect(foreign).toEqual([])
}, 120_000)

it('mails are written in it', async () => {
  const token = (await logIn('member')).split('=')[1]!
  const send = (method: string, path: string, body: object) =>
    fetch(`${server.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
  expect((await send('PUT', '/api/AccountMember', { locale: 'qps' })).status).toBe(200)
  expect((await send('POST', '/api/AccountMember/ForgetPKey', { email: 'member@example.com' })).status).toBeLessThan(300)
  const newest = async () => {
    const mails = await fetch(`${server.url}/api/Demo/Inbox?recipient=member@example.com&channel=mail`)
    return ((await mails.json()) as { subject: string; body: string }[])[0]
  }
  await expect.poll(async () => isPseudo((await newest())?.subject ?? '')).toBe(true)
  expect(isPseudo((await newest())!.body)).toBe(true)
})
