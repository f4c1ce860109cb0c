import type { APIRequestContext, Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { expect, newMember, type NewMember } from './journey.ts'

export type Headers = { authorization: string }
export type Ticket = { id: string; code: string; typedCode: string; venue2ndName: string }

export const staffHeaders = (request: APIRequestContext) => headersOf(request, 'staff', 'fieldhouse-demo')

async function headersOf(request: APIRequestContext, emailOrAccount: string, secret: string): Promise<Headers> {
  const login = await request.post('/api/AccountMember/Login', { data: { emailOrAccount, secret } })
  return { authorization: `Bearer ${((await login.json()) as { token: string }).token}` }
}

export async function asked<T>(answer: Awaited<ReturnType<APIRequestContext['post']>>): Promise<T> {
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()) as T
}

type Part = { code: string; retired?: true }
type Catalogue = { file: { facilities: (Part & object)[]; identities: Part[] }; revisions: object }

/** Changes the catalogue; again when another test was faster. */
async function changeCatalogue(
  request: APIRequestContext,
  headers: Headers,
  changesIn: (file: Catalogue['file']) => object,
): Promise<void> {
  await expect(async () => {
    const { file, revisions } = await asked<Catalogue>(await request.get('/api/Staff/Catalogue', { headers }))
    const data = { changes: changesIn(file), basedOn: revisions, confirmTouched: 100 }
    await asked(await request.post('/api/Staff/Catalogue/Change', { headers, data }))
  }).toPass()
}

const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun', 'holiday']

/**
 * A hall that is open day and night and costs nothing unless said, so that tickets can be had for the next hour, whatever the hour is. Of
 * a sport that no other journey asks for; in lists of all facilities they know it by its name (facilitiesOfDemo).
 */
export async function openHall(
  request: APIRequestContext,
  headers: Headers,
  courts: number,
  { price = 0, ...more }: { price?: number; outdoor?: boolean } = {},
): Promise<{ id: number; code: string; courtIds: number[] }> {
  const code = `N${Date.now().toString(36).toUpperCase().slice(-5)}`
  await changeCatalogue(request, headers, ({ facilities, identities }) => {
    const free = Object.fromEntries(identities.filter(({ retired }) => !retired).map((identity) => [identity.code, [price, price]]))
    const hall = {
      ...facilities[0],
      sport: 'martial-arts',
      ...more,
      code,
      name: { tw: `夜間館 ${code}`, en: `Night hall ${code}` },
      courts: Array.from({ length: courts }, (_, n) => ({ code: `${code}${n + 1}`, name: { tw: `夜 ${n + 1}`, en: `Night ${n + 1}` } })),
      timetables: [{ from: '2020-01-01', slotMinutes: 60, hours: [{ days, opens: '00:00', closes: '24:00' }], sessions: [] }],
      priceLists: [{ from: '2020-01-01', peak: [], lightFee: 0, lightFrom: null, deposit: 0, prices: free }],
    }
    // Check-in opens four hours before, so that the next hour can be let in at any minute.
    return { facilities: [hall], rules: { checkIn: { opensMinutes: 240, noShowMinutes: 10 } } }
  })
  let id = 0
  await expect(async () => {
    const { items: halls } = await asked<{ items: { id: number; name: string }[] }>(
      await request.post('/api/Venues/1st/List/Client', { data: { pageSize: 100 } }),
    )
    id = halls.find(({ name }) => name.includes(code))!.id
  }).toPass()
  const { courts: found } = await asked<{ courts: { id: number }[] }>(
    await request.post('/api/Order/Member/Schedule', {
      data: { venue1stId: id, date: new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10) },
    }),
  )
  return { id, code, courtIds: found.map((court) => court.id) }
}

/** Other tests count facilities. */
export async function retireHall(request: APIRequestContext, headers: Headers, code: string): Promise<void> {
  await changeCatalogue(request, headers, ({ facilities }) => ({
    facilities: [{ ...facilities.find((one) => one.code === code), retired: true }],
  }))
}

/** Tickets of a member, of a new one unless given, sold at the desk: for the next full hour, or for tomorrow. */
export async function tickets(
  request: APIRequestContext,
  headers: Headers,
  courtIds: number[],
  hoursAhead: number,
  member?: NewMember,
): Promise<Ticket[]> {
  const start = (Math.floor(Date.now() / 3_600_000) + hoursAhead) * 3_600_000
  const items = courtIds.map((venue2ndId) => ({
    venue2ndId,
    start: new Date(start).toISOString(),
    end: new Date(start + 3_600_000).toISOString(),
  }))
  const { email, secret } = member ?? (await newMember(request))
  const own = await headersOf(request, email, secret)
  const all: Ticket[] = []
  for (let n = 0; n < items.length; n += 10) {
    const { orderNo } = await asked<{ orderNo: string }>(
      await request.post('/api/Staff/Order', {
        headers: { ...headers, 'idempotency-key': randomUUID() },
        data: { emailOrAccount: email, items: items.slice(n, n + 10) },
      }),
    )
    all.push(...(await asked<{ items: Ticket[] }>(await request.get(`/api/Order/Ticket/${orderNo}`, { headers: own }))).items)
  }
  return all
}

/** A USB scanner: keys without a pause, then Enter. */
export const scan = (page: Page, code: string) => Promise.all([...code, 'Enter'].map((key) => page.keyboard.press(key)))

export const outcome = (page: Page) => page.locator('[aria-live=assertive]')
