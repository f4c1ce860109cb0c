import type { Locator, Page } from '@playwright/test'
import { dayIn } from './booking.ts'
import { expect, expectAccessible, logIn, newMember, speak, test, visit } from './journey.ts'

/** Words of the screen in both languages, as a person at the desk reads them. */
const words = {
  tw: {
    rearrange: '調整場地',
    undo: '復原',
    tray: '暫放區',
    moved: '已移動',
    parked: '已暫放',
    place: '排入場地',
    confirm: '確認改期',
    move: '改到…',
    free: /空場/,
  },
  en: {
    rearrange: 'Rearrange',
    undo: 'Undo',
    tray: 'Tray',
    moved: 'booking was moved',
    parked: 'was parked',
    place: 'Place',
    confirm: 'Move',
    move: 'Move to…',
    free: /free, press/,
  },
} as const

/** A member's own booking, made at the desk, on a court that the demo leaves alone at this hour. */
async function book(page: Page, day: string): Promise<{ name: string; id: string; row: number }> {
  const name = `林${Date.now() % 1e6}`
  const member = await newMember(page.request, { name })
  const token = (await page.context().cookies()).find((cookie) => cookie.name === 'sports_v2_jwt')!.value
  const headers = { authorization: `Bearer ${token}` }
  const board = await (await page.request.get(`/api/Staff/Board?facility=BAD&day=${day}`, { headers })).json()
  const at = (hour: number) => new Date(`${day}T${String(hour).padStart(2, '0')}:00:00+08:00`).toISOString()
  const isFree = (court: number, hours: number[]) =>
    hours.every(
      (hour) => !board.holders.some((one: any) => one.venue2ndIds.includes(court) && one.start < at(hour + 1) && one.end > at(hour)),
    )
  const row = board.courts.findIndex(
    ({ venue2ndId }: any, n: number) =>
      isFree(venue2ndId, [8, 9, 10]) && board.courts[n + 1] && isFree(board.courts[n + 1].venue2ndId, [8, 9, 10]),
  )
  expect(row).toBeGreaterThanOrEqual(0)
  const items = [{ venue2ndId: board.courts[row].venue2ndId, start: at(8), end: at(9) }]
  const placed = await page.request.post('/api/Staff/Order', {
    headers: { ...headers, 'idempotency-key': `board-${member.account}` },
    data: { emailOrAccount: member.email, items },
  })
  expect(placed.status(), await placed.text()).toBe(201)
  const after = await (await page.request.get(`/api/Staff/Board?facility=BAD&day=${day}`, { headers })).json()
  return { name, row, id: after.holders.find((one: any) => one.title === name).id }
}

const cellOf = (page: Page, name: string): Locator => page.getByRole('gridcell').filter({ hasText: name })
const spotOf = async (cell: Locator) => [await cell.getAttribute('data-row'), await cell.getAttribute('data-col')].map(Number)

for (const [locale, width, days] of [
  ['tw', 1280, 20],
  ['en', 768, 21],
] as const)
  test(`a booking is moved by drag and by keyboard, parked and undone, in ${locale} at ${width} @desk`, async ({ page, openSite }) => {
    const say = words[locale]
    const day = dayIn(days)
    await page.setViewportSize({ width, height: 1100 })
    await speak(page.context(), locale, openSite)
    await logIn(page, 'staff')
    await visit(page, '/staff')
    const { name, row } = await book(page, day)
    await visit(page, `/staff/board?facility=BAD&day=${day}`)
    const cell = cellOf(page, name)
    const [, col] = await spotOf(cell)
    await expectAccessible(page)

    await page.getByRole('button', { name: say.rearrange }).click()
    const target = page.locator(`[data-row="${row + 1}"][data-col="${col! + 1}"]`)
    await cell.dragTo(target)
    await expect(page.getByText(say.moved)).toBeVisible()
    await expect.poll(() => spotOf(cell)).toEqual([row + 1, col! + 1])
    await page.getByRole('button', { name: say.undo }).click()
    await expect.poll(() => spotOf(cell)).toEqual([row, col])

    await cell.focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Escape')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => spotOf(cell)).toEqual([row + 1, col])

    await cell.focus()
    await page.keyboard.press('p')
    const tray = page.getByRole('region', { name: say.tray })
    await expect(tray.getByText(name)).toBeVisible()
    await expect(cell).toHaveCount(0)
    await expectAccessible(page)
    await page.getByRole('button', { name: say.undo }).click()
    await expect.poll(() => spotOf(cell)).toEqual([row + 1, col])
  })
