import type { Locator, Page } from '@playwright/test'
import { dayIn } from './booking.ts'
import { enterConsole, expect, expectAccessible, looksRight, newMember, speak, test, visit } from './journey.ts'

/** What a person at the desk reads: moving in Chinese, the rest in English. */
const tw = { rearrange: '調整場地', undo: '復原', moved: '移動到' } as const
const en = {
  rearrange: 'Rearrange',
  undo: 'Undo',
  tray: 'Tray',
  swapped: 'Swapped',
  confirm: 'Confirm move',
  swap: 'Swap with',
  moveTo: 'Move to…',
  court: 'Court',
  otherDesk: /changed this booking at/,
  week: 'All courts',
  all: 'All facilities',
  take: 'Take payment',
  order: /^Order F/,
  profile: 'Profile',
  legend: 'Legend',
  screens: 'Screens',
} as const

type Spot = { row: number; courts: { venue2ndId: number; code: string }[] }

const at = (day: string, hour: number) => new Date(`${day}T${String(hour).padStart(2, '0')}:00:00+08:00`).toISOString()

/** Calls as the staff who are logged in. */
async function asStaff(page: Page) {
  const token = (await page.context().cookies()).find((cookie) => cookie.name === 'sports_v2_jwt')!.value
  return { authorization: `Bearer ${token}` }
}

/** Two courts that the demo leaves alone from 8 to 12, the first of them by its row. */
async function twoFreeCourts(page: Page, day: string): Promise<Spot> {
  const headers = await asStaff(page)
  const board = await (await page.request.get(`/api/Staff/Board?facility=BAD&day=${day}`, { headers })).json()
  const isFree = ({ venue2ndId }: any) =>
    !board.holders.some((one: any) => one.venue2ndIds.includes(venue2ndId) && one.start < at(day, 12) && one.end > at(day, 8))
  const row = board.courts.findIndex((court: any, n: number) => isFree(court) && board.courts[n + 1] && isFree(board.courts[n + 1]))
  expect(row).toBeGreaterThanOrEqual(0)
  return { row, courts: board.courts.slice(row, row + 2) }
}

/** A member's own booking, made at the desk. */
async function book(page: Page, day: string, venue2ndId: number, hour: number): Promise<string> {
  const name = `林${Math.trunc(Math.random() * 1e6)}`
  const member = await newMember(page.request, { name })
  const placed = await page.request.post('/api/Staff/Order', {
    headers: { ...(await asStaff(page)), 'idempotency-key': `board-${member.account}` },
    data: { emailOrAccount: member.email, items: [{ venue2ndId, start: at(day, hour), end: at(day, hour + 1) }] },
  })
  expect(placed.status(), await placed.text()).toBe(201)
  return name
}

const cellOf = (page: Page, name: string): Locator => page.getByRole('gridcell').filter({ hasText: name })
/** Row, column and length of a cell. */
const spotOf = async (cell: Locator) =>
  Promise.all(['data-row', 'data-col', 'colspan'].map(async (name) => Number((await cell.getAttribute(name)) ?? 1)))

/** Focuses and presses, as somebody without a mouse does. */
async function press(button: Locator): Promise<void> {
  await button.focus()
  await button.press('Enter')
}

/** Whether bookings are moved by a drag is kept in the address, and the page follows it a moment later. */
async function rearrange(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).click()
  await expect(page.locator('[data-rearranging]')).toBeVisible()
}

async function keys(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) await page.keyboard.press(name)
}

test('a booking is moved by drag and by keyboard, in tw; stretched, swapped, parked and undone, in en @desk', async ({
  page,
  openSite,
}) => {
  const day = dayIn(20)
  await enterConsole(page, openSite, { height: 1100 })
  await visit(page, '/staff')
  const { row, courts } = await twoFreeCourts(page, day)
  const name = await book(page, day, courts[0]!.venue2ndId, 8)
  const otherName = await book(page, day, courts[0]!.venue2ndId, 10)
  await visit(page, `/staff/board?facility=BAD&day=${day}`)
  const [cell, other] = [cellOf(page, name), cellOf(page, otherName)]
  const [, col = 0] = await spotOf(cell)
  const target = page.locator(`[data-row="${row + 1}"][data-col="${col + 1}"]`)
  await expectAccessible(page)

  // Without rearranging a drag moves nothing.
  await cell.dragTo(target)
  await expect(page.getByText(tw.moved)).toHaveCount(0)
  expect(await spotOf(cell)).toEqual([row, col, 1])

  await rearrange(page, tw.rearrange)
  await cell.dragTo(target)
  await expect(page.getByText(tw.moved)).toBeVisible()
  await expect.poll(() => spotOf(cell)).toEqual([row + 1, col + 1, 1])
  await page.getByRole('button', { name: tw.undo }).click()
  await expect.poll(() => spotOf(cell)).toEqual([row, col, 1])

  await cell.focus()
  // Arrow keys walk past a booking; only after Enter they take it along. Afterwards the focus is at the booking.
  await keys(page, 'ArrowRight', 'ArrowLeft', 'Enter', 'ArrowRight', 'Escape', 'ArrowDown', 'ArrowUp', 'Enter', 'ArrowDown', 'Enter')
  await expect.poll(() => spotOf(cell)).toEqual([row + 1, col, 1])
  await expect(cell).toBeFocused()

  await speak(page.context(), 'en', openSite)
  await page.setViewportSize({ width: 768, height: 1100 })
  await visit(page, `/staff/board?facility=BAD&day=${day}`)
  await expectAccessible(page)
  await rearrange(page, en.rearrange)
  const undo = page.getByRole('button', { name: en.undo })

  // An hour more costs more: the bar says how much and asks, with the answer under Enter.
  await cell.focus()
  await keys(page, 'Enter', 'Shift+ArrowRight', 'Enter')
  await expect(page.getByRole('button', { name: en.confirm, exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(() => spotOf(cell)).toEqual([row + 1, col, 2])
  await press(undo)
  await expect.poll(() => spotOf(cell)).toEqual([row + 1, col, 1])

  // Onto somebody else's place: the bar offers to swap.
  await cell.focus()
  await keys(page, 'Enter', 'ArrowUp', 'ArrowRight', 'ArrowRight', 'Enter')
  await press(page.getByRole('button', { name: en.swap }))
  await expect(page.getByText(en.swapped)).toBeVisible()
  await expect.poll(() => spotOf(cell)).toEqual([row, col + 2, 1])
  await expect.poll(() => spotOf(other)).toEqual([row + 1, col, 1])
  await press(undo)
  await expect.poll(() => spotOf(cell)).toEqual([row + 1, col, 1])

  await cell.focus()
  await page.keyboard.press('p')
  const tray = page.getByRole('region', { name: en.tray })
  await expect(tray.getByText(name)).toBeVisible()
  await expect(cell).toHaveCount(0)
  await expectAccessible(page)
  await press(undo)
  await expect.poll(() => spotOf(cell)).toEqual([row + 1, col, 1])

  await expectOtherDeskIsNoticed(page, { day, courts, name })
  await expectWeekAndSheet(page, { day, court: courts[1]!.code, name })
  await expectOverview(page, day)
})

/** All facilities on one screen, each of which leads to its board. */
async function expectOverview(page: Page, day: string): Promise<void> {
  await visit(page, `/staff/board?facility=BAD&day=${day}`)
  await expect(page.getByRole('list', { name: en.legend }).getByRole('listitem')).toHaveCount(9)
  await page.getByRole('link', { name: en.all }).click()
  await expect(page.getByRole('heading', { level: 1, name: en.all })).toBeVisible()
  await looksRight(page)
  const halls = page.getByRole('main').getByRole('listitem').getByRole('link')
  await expect.poll(() => halls.count()).toBeGreaterThan(5)
  await halls.first().click()
  await expect(page.getByRole('grid')).toBeVisible()
  expect(new URL(page.url()).searchParams.get('day')).toBe(day)
}

/** Another desk moves the booking while the form that moves it is open here: confirming is refused, although the page has read the move. */
async function expectOtherDeskIsNoticed(
  page: Page,
  { day, courts, name }: Pick<Spot, 'courts'> & { day: string; name: string },
): Promise<void> {
  const headers = await asStaff(page)
  const board = await (await page.request.get(`/api/Staff/Board?facility=BAD&day=${day}`, { headers })).json()
  const { id, booking } = board.holders.find(({ title }: any) => title === name)
  await visit(page, `/staff/board?facility=BAD&day=${day}&booking=${id}`)
  const sheet = page.getByRole('region', { name })
  await expectBeside(page, sheet)
  await sheet.getByRole('button', { name: en.moveTo }).click()
  await sheet.getByLabel(en.court).selectOption(String(courts[0]!.venue2ndId))
  const [readAgain] = await Promise.all([
    page.waitForResponse((one) => one.url().endsWith(`/api/Staff/Booking/${id}`)),
    page.request.post(`/api/Staff/Booking/${id}/Move`, {
      headers: { ...headers, 'idempotency-key': `other-${id}` },
      data: { venue2ndId: courts[1]!.venue2ndId, start: at(day, 9), end: at(day, 10), moves: booking.moves, reason: 'x' },
    }),
  ])
  expect((await readAgain.json()).moves).toBe(booking.moves + 1)
  await sheet.getByRole('button', { name: en.confirm, exact: true }).click()
  await expect(page.getByText(en.otherDesk)).toBeVisible()
}

/** The panel of a booking stands beside the board and covers nothing of it; it has what the desk needs, and Escape leads back to the cell. */
async function expectBeside(page: Page, panel: Locator): Promise<void> {
  await expect(panel.getByRole('button', { name: en.take })).toBeVisible()
  await expect(panel.getByRole('link', { name: en.profile })).toHaveAttribute('href', /\/staff\/people\?person=/)
  await expect(panel.getByRole('link', { name: en.order })).toHaveAttribute('href', /\/staff\/orders\?order=F/)
  await expectAccessible(page)
  const [beside, board] = [await panel.boundingBox(), await page.getByRole('grid').locator('xpath=../..').boundingBox()]
  expect(board!.x + board!.width).toBeLessThanOrEqual(beside!.x)
  const opened = page.locator('[data-opened]')
  await expect(opened).toBeInViewport()
  // In a sheet over it, Escape closes the sheet alone.
  await panel.getByRole('button', { name: en.take }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.getByRole('dialog').getByRole('heading', { level: 2 }).press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(panel).toBeVisible()
  await panel.getByRole('heading', { level: 2 }).press('Escape')
  await expect(panel).toHaveCount(0)
  await page.locator('td:focus').press('Enter')
  await expect(panel).toBeVisible()
}

type Shown = { day: string; court: string; name: string }

/** The week of one court has seven days; the sheet for the door is the grid alone, with names shortened. */
async function expectWeekAndSheet(page: Page, { day, court, name }: Shown): Promise<void> {
  await visit(page, `/staff/board?facility=BAD&day=${day}&court=${court}`)
  await expect(page.getByRole('button', { name: en.week })).toBeVisible()
  await expect(page.getByRole('rowheader')).toHaveCount(7)
  const booked = cellOf(page, name)
  await expect(booked).toBeVisible()
  await expectAccessible(page)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden()
  await expect(page.getByRole('navigation', { name: en.screens })).toBeHidden()
  await expect(booked.getByText(name)).toBeHidden()
  await expect(booked.getByText(/^林○+\d$/)).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
}
