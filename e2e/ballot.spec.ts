import type { Download, Page } from '@playwright/test'
import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { m } from '#i18n/generated/messages.js'
import { dayIn } from './booking.ts'
import { inDatabase } from './database.ts'
import { openHall, retireHall, staffHeaders } from './door.ts'
import { expect, logIn, looksRight, readMessage, speak, test, visit, type NewMember } from './journey.ts'
import { caller, cell, fillAbout, inSeconds, newCommunity, type Call } from './preorders.ts'

test.use({ baseURL: async ({ openSite }, use) => use(openSite) })

const [tw, en] = [{ locale: 'tw' }, { locale: 'en' }] as const
const pageOf = (roundId: number) => `/member/order/schedule/create?ballot=${roundId}`

/** A ballot of the test's own: one court, one period for each club. */
async function openBallot(staff: Call, venue1stId: number) {
  const name = `夜間抽籤季租 ${randomInt(1e6)}`
  const round = {
    nameTw: name,
    nameEn: 'Nights by draw',
    seasonFrom: dayIn(150),
    seasonTo: dayIn(191),
    viewStart: inSeconds(-60),
    orderStart: inSeconds(-60),
    end: inSeconds(600),
    mode: 'ballot',
    periodsPerWeek: 1,
    documentKinds: [],
    facilities: [{ venue1stId, opens: '17:00', closes: '22:00' }],
  }
  const { id } = await staff('post', '/api/Staff/Round', round)
  return { id: id as number, name, end: (end: string) => staff('put', '/api/Staff/Round', { ...round, id, end }) }
}

/** Wishes through the API, in the order of a club’s page. */
async function enter(club: Call, roundId: number, venue1stId: number, weekdays: number[]): Promise<void> {
  const wish = { start: '19:00', end: '21:00', venue1stId, venue2ndId: null, leastPercent: 50 }
  await club('put', '/api/Ballot/Community/Entry', {
    roundId,
    version: 0,
    title: '夜間練習',
    purpose: '',
    contactName: '陳',
    contactPhone: '0911222333',
    headcount: 8,
    wishes: weekdays.map((weekday) => ({ weekday, ...wish })),
  })
}

/**
 * The list is published and drawn at once. A window with entries cannot be shortened, and a day for objections lies between the
 * list and the draw: both times are taken out of the database.
 */
async function freezeAndDraw(page: Page, round: { id: number }): Promise<void> {
  await inDatabase('update rounds set ends = now() where id = $1', [round.id])
  const { authorization } = await staffHeaders(page.request)
  const frozen = await page.request.post('/api/Staff/Ballot/Freeze', { headers: { authorization }, data: { roundId: round.id } })
  // The job of every minute may have been faster.
  if (!frozen.ok()) expect(await frozen.json()).toMatchObject({ code: 'already_frozen' })
  await inDatabase('update ballot_manifests set due_at = frozen_at where round_id = $1', [round.id])
  const drawn = await page.request.post('/api/Staff/Ballot/Draw', { headers: { authorization }, data: { roundId: round.id } })
  if (!drawn.ok()) expect(await drawn.json()).toMatchObject({ code: 'already_drawn' })
}

async function save(page: Page, label: string, dir: string): Promise<string> {
  const [download] = await Promise.all<Download | void>([page.waitForEvent('download'), page.getByRole('link', { name: label }).click()])
  const path = join(dir, (download as Download).suggestedFilename())
  await (download as Download).saveAs(path)
  return path
}

test('a club ranks wishes for a draw, later reads why it got what it got, and verifies it in the browser and by plain Node', async ({
  page,
  context,
  baseURL,
}, { outputDir }) => {
  const staff = await caller(page.request, 'staff')
  const headers = await staffHeaders(page.request)
  const hall = await openHall(page.request, headers, 1)
  const round = await openBallot(staff, hall.id)
  const clubs: NewMember[] = []
  for (const name of ['夜貓羽球社', '晚風羽球社']) clubs.push(await newCommunity(page.request, staff, `${name}${randomInt(1e6)}`))
  const [own, other] = clubs as [NewMember, NewMember]
  const otherCall = await caller(page.request, other.email, other.secret)
  await enter(otherCall, round.id, hall.id, [4, 2])

  // Two hours of the week, of which another club wants both; the second becomes the first.
  await speak(context, 'tw', baseURL!)
  await logIn(page, own.email, own.secret)
  await visit(page, '/member/order/schedule')
  await page
    .getByRole('listitem')
    .filter({ hasText: round.name })
    .getByRole('link', { name: m.ballot_open_wishes({}, tw) })
    .click()
  await cell(page, /週二 19:00–20:00，1 個社團想要/).click()
  await cell(page, /週四 19:00–20:00，1 個社團想要/).click()
  await page.getByRole('button', { name: m.ballot_wish_up({ number: 2 }, tw) }).click()
  await fillAbout(page, '夜間團練')
  await looksRight(page)
  await page.getByRole('button', { name: m.ballot_save({}, tw) }).click()
  await expect(page.getByText(m.ballot_saved({}, tw))).toBeVisible()
  await expect(page.getByText(m.ballot_clubs({ count: 2 }, tw))).toBeVisible()

  await freezeAndDraw(page, round)
  const mail = await readMessage(page.request, own.email, /SHA-256/)
  const mailed = /[0-9a-f]{64}/.exec(mail.body)![0]
  await visit(page, pageOf(round.id))
  await expect(page.getByText(mailed)).toBeVisible()
  await expect(page.getByText(m.ballot_got({ court: '夜 1', count: 6 }, tw))).toBeVisible()
  await looksRight(page)

  // In English, the club whose first wish went to the other: the page names the tickets of both.
  const ownCall = await caller(page.request, own.email, own.secret)
  const results = await Promise.all([ownCall, otherCall].map((call) => call('get', `/api/Ballot/Community/Entry?roundId=${round.id}`)))
  const loser = results.findIndex(({ entry }) => !entry.outcomes[0].isDrawn)
  expect(results.map(({ entry }) => entry.outcomes.map(({ isDrawn }: { isDrawn: boolean }) => isDrawn))).toEqual(
    loser === 0
      ? [
          [false, true],
          [true, false],
        ]
      : [
          [true, false],
          [false, true],
        ],
  )
  await speak(context, 'en', baseURL!)
  await logIn(page, clubs[loser]!.email, clubs[loser]!.secret)
  await visit(page, pageOf(round.id))
  await expect(page.getByText(m.ballot_why_taken({}, en))).toBeVisible()
  await page.getByRole('link', { name: m.draw_open({}, en) }).click()
  const [lost, won] = [results[loser], results[1 - loser]].map(({ entry }) => entry.number as number)
  await expect(page.getByRole('heading', { name: m.draw_entry({ number: lost! }, en) })).toBeVisible()
  await expect(
    page.getByText(new RegExp(`^Night 1 went in turn 1 to ticket 0x\\w+… \\(number ${won}\\), before yours, 0x\\w+…, in turn 2`)),
  ).toBeVisible()
  await expect(page.getByText(m.draw_got({ court: 'Night 1', count: 6, of: 6, turn: 2 }, en))).toBeVisible()

  // The browser draws everything again; plain Node says the same of the files that it downloads here.
  await Promise.all([page.waitForEvent('worker'), page.getByRole('button', { name: m.draw_check_button({}, en) }).click()])
  const verified = page.getByRole('status').filter({ hasText: m.draw_check_good({}, en) })
  await expect(verified).toContainText(mailed)
  await expect(verified.getByText(m.draw_check_holds({}, en))).toHaveCount(4)
  await looksRight(page)
  const files: string[] = []
  for (const label of [m.draw_file_verifier({}, en), m.draw_file_manifest({}, en), m.draw_file_draw({}, en)])
    files.push(await save(page, label, outputDir))
  const { stdout } = await promisify(execFile)(process.execPath, [...files, mailed], { env: {} })
  expect(stdout).toContain(mailed)
  const published = await (await page.request.get(`/api/Ballot/Draw/${round.id}`)).json()
  expect(published).toMatchObject({ hash: mailed, draw: { manifestHash: mailed } })

  // What the draw has left is over with the round, and other tests count facilities.
  await round.end(inSeconds(-1))
  await retireHall(page.request, headers, hall.code)
})
