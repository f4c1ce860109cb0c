import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { randomInt, randomUUID } from 'node:crypto'
import { expect, type NewMember } from './journey.ts'

type Period = { start: string; end: string; state: string; price: number }
export type Free = Period & { courtId: number; court: string; facilityId: number; facility: string }

export const dayIn = (days: number) => new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10)
export const money = (amount: number) => `NT$${amount.toLocaleString('en-GB')}`

/** A free period some days ahead. Each test has its own facility, so that tests do not take periods from each other. */
export async function findFree(request: APIRequestContext, facilityId: number, days: number): Promise<Free> {
  const answer = await request.post('/api/Order/Member/Schedule', { data: { venue1stId: facilityId, date: dayIn(days) } })
  const { courts } = (await answer.json()) as { courts: { id: number; name: string; periods: Period[] }[] }
  const free = courts.flatMap(({ id, name, periods }) =>
    periods.filter(({ state }) => state === 'free').map((period) => ({ ...period, courtId: id, court: name, facilityId, facility: '' })),
  )
  return free[randomInt(free.length || 1)] ?? findFree(request, facilityId, days + 1)
}

/** Calls of a member through the API, for tests that are about something else. */
export async function caller(request: APIRequestContext, { email, secret }: NewMember) {
  const login = await request.post('/api/AccountMember/Login', { data: { emailOrAccount: email, secret } })
  const authorization = `Bearer ${((await login.json()) as { token: string }).token}`
  return {
    async place({ courtId, start, end }: Free): Promise<string> {
      const placed = await request.post('/api/Order/Member', {
        headers: { authorization, 'idempotency-key': randomUUID() },
        data: { items: [{ venue2ndId: courtId, start, end }] },
      })
      expect(placed.status(), await placed.text()).toBe(201)
      return ((await placed.json()) as { orderNo: string }).orderNo
    },
    endSessions: () => request.post('/api/AccountMember/Session/EndAll', { headers: { authorization } }),
  }
}

export async function putInCart(page: Page, pieces: Free[]): Promise<void> {
  // Any page of this origin: cookies and storage belong to an origin.
  await page.goto('/api/docs')
  await page.evaluate((kept) => localStorage.setItem('fieldhouse_cart', JSON.stringify({ state: { pieces: kept }, version: 0 })), pieces)
}

/** Presses a button that leads to payment, and goes on by the way that is asked for in a sheet: the first, or the one with this name. */
export async function goToPay(page: Page, button: Locator, way?: string): Promise<void> {
  const sheet = page.getByRole('dialog', { name: /^(繳費方式|How to pay)$/ })
  // A page that one has just come back to may be drawn once more.
  await expect(async () => {
    if (!(await sheet.isVisible())) await button.click({ timeout: 2000 })
    await expect(sheet.getByRole('radio').first()).toBeVisible({ timeout: 2000 })
    if (way !== undefined) await chooseWay(sheet, way)
    await sheet.getByRole('button', { name: /^(前往付款|Go to payment)/ }).click({ timeout: 2000 })
  }).toPass()
}

async function chooseWay(sheet: Locator, way: string): Promise<void> {
  const more = sheet.getByRole('button', { name: /^其他付款方式|^\d+ more ways? to pay$/ })
  if (await more.isVisible()) await more.click({ timeout: 2000 })
  await sheet.getByRole('radio', { name: way }).check({ timeout: 2000 })
}
