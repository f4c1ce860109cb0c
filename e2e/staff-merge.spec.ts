import type { APIRequestContext, Page } from '@playwright/test'
import { randomInt, randomUUID } from 'node:crypto'
import { enterConsole, expect, looksRight, speak, test, visit } from './journey.ts'

test.use({ baseURL: async ({ openSite }, use) => use(openSite) })

const someMobile = () => `09${randomInt(10_000_000, 99_999_999)}`

/** A guest whom the desk wrote down, with a booking that is paid by the terminal. */
async function guestWhoBooked(request: APIRequestContext, name: string, mobile: string): Promise<string> {
  const login = await request.post('/api/AccountMember/Login', { data: { emailOrAccount: 'staff', secret: 'fieldhouse-demo' } })
  const headers = { authorization: `Bearer ${(await login.json()).token}` }
  const { items: halls } = await (await request.post('/api/Venues/1st/List/Client', { data: { pageSize: 100 } })).json()
  const day = new Date(Date.now() + (20 + randomInt(20)) * 86_400_000).toISOString().slice(0, 10)
  const { courts } = await (await request.post('/api/Order/Member/Schedule', { data: { venue1stId: halls[0].id, date: day } })).json()
  for (let tries = 0; ; tries++) {
    const hour = randomInt(10, 20)
    const items = [
      { venue2ndId: courts[randomInt(courts.length)].id, start: `${day}T${hour}:00:00+08:00`, end: `${day}T${hour + 1}:00:00+08:00` },
    ]
    const { amount } = await (await request.post('/api/Staff/Counter/Quote', { headers, data: { items } })).json()
    const sale = await request.post('/api/Staff/Counter/Sale', {
      headers: { ...headers, 'idempotency-key': randomUUID() },
      data: { guest: { name, mobile }, items, amount, payment: { way: 'terminal', tillId: null, reference: 'T1' } },
    })
    // Others book too.
    if (sale.status() === 409 && tries < 9) continue
    expect(sale.ok(), await sale.text()).toBe(true)
    return (await sale.json()).memberId
  }
}

/** From the card of the double to that of the person who is kept. */
async function mergeInto(page: Page, kept: string, words: { open: string; choose: RegExp; keep: RegExp; orders: RegExp; confirm: string }) {
  await page.getByRole('button', { name: words.open }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: words.choose }).click()
  await expect(sheet.getByText(words.orders)).toBeVisible()
  await sheet.getByRole('radio', { name: words.keep }).check()
  await expect(sheet.getByText(words.orders)).toBeVisible()
  await looksRight(page)
  await sheet.getByRole('button', { name: words.confirm, exact: true }).click()
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL(new RegExp(kept))
}

test('@desk a double is merged: suggested by its mobile, seen beside the other, and its bookings follow', async ({
  page,
  request,
  context,
  baseURL,
}) => {
  const mobile = someMobile()
  const [kept, double] = [await guestWhoBooked(request, '合併林小美', mobile), await guestWhoBooked(request, '合併林小姐', mobile)]
  await enterConsole(page, baseURL!, { height: 900 })
  await visit(page, `/staff/people?person=${double}`)
  await page.getByRole('button', { name: '合併重複資料' }).click()
  await expect(page.getByRole('dialog').getByText('手機相同')).toBeVisible()
  await looksRight(page)
  await page.keyboard.press('Escape')
  await mergeInto(page, kept, { open: '合併重複資料', choose: /選擇 合併林小美/, keep: /合併林小美/, orders: /1 筆訂單/, confirm: '合併' })
  const card = page.getByRole('article', { name: '合併林小美' })
  await expect(card.getByRole('table').first().getByRole('row')).toHaveCount(3)

  // The other is found no more, and its old link says so.
  await visit(page, `/staff/people?q=${mobile}`)
  await expect(page.getByRole('link', { name: '合併林小美' })).toBeVisible()
  await expect(page.getByRole('link', { name: '合併林小姐' })).toHaveCount(0)

  // In English on a tablet: a member of the demo keeps their account, and staff are not offered
  const guest = await guestWhoBooked(request, 'Merge Me', someMobile())
  await page.setViewportSize({ width: 768, height: 1024 })
  await speak(context, 'en', baseURL!)
  await visit(page, `/staff/people?person=${guest}`)
  await page.getByRole('button', { name: 'Merge duplicate' }).click()
  await page.getByLabel('Find the other record').fill('合併林小美')
  await page.getByRole('button', { name: /Choose 合併林小美/ }).click()
  await expect(page.getByText('The guest will no longer be listed separately.')).toBeVisible()
  await looksRight(page)
  await page.getByRole('button', { name: 'Choose someone else' }).click()
  await page.getByLabel('Find the other record').fill('staff')
  await page
    .getByRole('button', { name: /^Choose/ })
    .first()
    .click()
  await expect(page.getByText('Staff accounts can’t be merged.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Merge', exact: true })).toBeDisabled()
})
