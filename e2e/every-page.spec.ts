import type { APIRequestContext, Page } from '@playwright/test'
import { staffScreens } from '#navigation/staff-screens.ts'
import { expect, expectAccessible, expectNothingSideways, logIn, speak, test as journey, useScheme, visit } from './journey.ts'

type Viewer = 'nobody' | 'member' | 'community' | 'staff'

/** One tab for each viewer in each worker: it logs in once, and from the second page on its caches are warm and axe is compiled. */
const test = journey.extend<{ viewer: Viewer }, { tabs: Map<Viewer, Page> }>({
  viewer: ['nobody', { option: true }],
  tabs: [
    async ({}, use) => {
      const tabs = new Map<Viewer, Page>()
      await use(tabs)
      for (const tab of tabs.values()) await tab.context().close()
    },
    { scope: 'worker' },
  ],
  context: async ({ browser, tabs, viewer, openSite }, use, { project }) => {
    const tab = tabs.get(viewer) ?? (await (await browser.newContext({ ...project.use, baseURL: openSite })).newPage())
    tabs.set(viewer, tab)
    await use(tab.context())
  },
  page: async ({ context, tabs, viewer, address, openSite }, use, { project }) => {
    const page = tabs.get(viewer)!
    await page.setViewportSize(project.use.viewport!)
    await page.setExtraHTTPHeaders({ 'x-forwarded-for': address })
    const isLoggedIn = (await context.cookies()).some(({ httpOnly }) => httpOnly)
    if (viewer !== 'nobody' && !isLoggedIn) await logIn(page, viewer)
    await use(page)
    await page.unrouteAll()
    // Ends the page, so that all it has to say is in its own test. By an address of the site: for about:blank the browser would end
    // the process too, and the next page would begin with one that has compiled nothing.
    await page.goto(`${openSite}/healthz`)
  },
})

/** Every page of the site, and who opens it. Further views of one page follow their page. Screens of the console that are not here follow from their table. */
const pages: [id: string, path: string, as?: Viewer][] = [
  ['A1', '/'],
  ['A14', '/site-map'],
  ['A18', '/highlights'],
  ['A2', '/news'],
  ['A3', '/news/detail?id=2'],
  ['A4', '/login'],
  ['A5', '/login/forget'],
  ['A6', '/register'],
  ['privacy', '/privacy'],
  ['terms', '/terms'],
  ['A7', '/order/check'],
  ['A7', '/order/check', 'member'],
  ['A8', '/order', 'member'],
  ['A8', '/order?facility=11', 'member'],
  ['A9', '/venues'],
  ['A10', '/venues/1'],
  ['A10', '/venues/11'],
  ['A12', '/refund'],
  ['A11', '/water'],
  ['A13', '/repair?court=103'],
  ['A13', '/repair', 'member'],
  ['A15', '/documents'],
  ['A16', '/documents/detail?id=18'],
  ['A17', '/emailValidation'],
  ['C4', '/undoChange'],
  ['A20', '/resetpkey/eyJhbGciOiJIUzI1NiJ9.eyJwIjoxfQ.c2lnbmF0dXJl'],
  ['A21', '/satisfaction'],
  ['A21', '/satisfaction', 'member'],
  ['A22', '/member', 'member'],
  ['A22', '/member', 'community'],
  ['A23', '/member/setting', 'member'],
  ['A24', '/member/violation', 'member'],
  ['A25', '/member/order/overview', 'member'],
  ['A25', '/member/order/overview?wishes=1', 'member'],
  ['A26', '/member/order/zero', 'member'],
  ['A27', '/member/order/venue', 'member'],
  ['A27', '/member/order/ticket?orderNo={next}', 'member'],
  ['E44', '/member/order/move?orderNo={next}&item={item}', 'member'],
  ['A32', '/member/order/schedule', 'community'],
  ['A34', '/member/order/schedule/create', 'community'],
  ['A28', '/member/order/locker', 'member'],
  ['A29', '/member/order/refund/apply?orderNo={next}', 'member'],
  ['A30', '/member/order/refund', 'member'],
  ['A31', '/member/order/payment-complete?orderNo={next}', 'member'],
  ['A33', '/member/order/schedule/{registered}', 'community'],
  ['pay', '/pay?ref=F261115K7M3XQZ.made-up'],
  ['draws', '/draws/4?entry=1'],
  ['S1', '/staff', 'staff'],
  ['S2', '/staff/board', 'staff'],
  ['S3', '/staff/counter', 'staff'],
  ['S3', '/staff/till', 'staff'],
  ['S5', '/staff/people?q=member', 'staff'],
  ['S5', '/staff/people?person={person}', 'staff'],
  ['S6', '/staff/orders', 'staff'],
  ['S7', '/staff/proofs', 'staff'],
  ['S7', '/staff/proofs?state=decided', 'staff'],
  ['S9', '/staff/rounds', 'staff'],
  ['S9', '/staff/rounds?round=2', 'staff'],
  ['S9', '/staff/rounds?round=2&tab=plan', 'staff'],
  ['S9', '/staff/rounds?round=new', 'staff'],
  ['S10', '/staff/closures', 'staff'],
  ['S10', '/staff/closures?new=1&facility=1&from=2027-03-01&to=2027-03-03&opens=18:00&closes=22:00', 'staff'],
  ['S16', '/staff/insight', 'staff'],
  ['S16', '/staff/insight/report', 'staff'],
  ['S15', '/staff/lockers', 'staff'],
  ['S15', '/staff/lockers?view=over', 'staff'],
  ['S13', '/staff/tickets', 'staff'],
  ['S13', '/staff/tickets?tab=ratings', 'staff'],
  ['S12', '/staff/content', 'staff'],
  ['S12', '/staff/content/edit?kind=documents', 'staff'],
  ['S12', '/staff/content/edit?kind=news&id=1&view=history', 'staff'],
  ['S8', '/staff/refunds', 'staff'],
  ['S8', '/staff/refunds?tab=transfers', 'staff'],
  ['S14', '/staff/points?tab=suspensions', 'staff'],
  ['S14', '/staff/points', 'staff'],
  ['S11', '/staff/catalogue', 'staff'],
  ['S11', '/staff/catalogue/facility?code=ARN', 'staff'],
  ['S11', '/staff/catalogue/facility?code=ARN&tab=courts', 'staff'],
  ['S11', '/staff/catalogue/facility?code=ARN&tab=prices', 'staff'],
  ['S11', '/staff/catalogue/facility?code=TRK&tab=hours', 'staff'],
  ['S11', '/staff/catalogue/files', 'staff'],
  ['S11', '/staff/catalogue/holidays', 'staff'],
  ['S11', '/staff/catalogue/identities', 'staff'],
  ['S11', '/staff/catalogue/lockers', 'staff'],
  ['setup', '/setup?step=centre', 'staff'],
  ['setup', '/setup?step=catalogue', 'staff'],
  ['setup', '/setup?step=rules', 'staff'],
  ['setup', '/setup?step=connections', 'staff'],
  ['setup', '/setup?step=doors', 'staff'],
  ['C9', '/no-such-page'],
]

const isListed = (path: string) => pages.some(([, listed]) => listed.split('?')[0] === path)
for (const { path } of staffScreens) if (!isListed(path)) pages.push(['console', path, 'staff'])

const isAnotherView = (id: string, path: string, as?: string) =>
  pages.findIndex(([other]) => other === id) !== pages.findIndex((page) => page[0] === id && page[1] === path && page[2] === as)

/**
 * Path of a page. `{next}` stands for the viewer's next booking, `{item}` for what of one can be moved, `{registered}` for a submitted
 * pre-order of the community, `{person}` for a member whom staff look at.
 */
async function addressOf(request: APIRequestContext, path: string, as = ''): Promise<string> {
  if (!path.includes('{')) return path
  const login = await request.post('/api/AccountMember/Login', { data: { emailOrAccount: as, secret: 'fieldhouse-demo' } })
  const { token } = (await login.json()) as { token: string }
  const get = async <T>(call: string) => (await (await request.get(call, { headers: { authorization: `Bearer ${token}` } })).json()) as T
  if (path.includes('{next}')) {
    const { next } = await get<{ next: { orderNo: string; items: { id: string; movable: boolean }[] }[] }>('/api/Order/Upcoming')
    const ofOrder = path.includes('{item}') ? next.find(({ items }) => items.some(({ movable }) => movable))! : next[0]!
    return path.replace('{next}', ofOrder.orderNo).replace('{item}', ofOrder.items.find(({ movable }) => movable)?.id ?? '')
  }
  if (path.includes('{person}')) {
    const { items } = await get<{ items: { id: string }[] }>('/api/Staff/Person/Search?q=member')
    return path.replace('{person}', items[0]!.id)
  }
  const { items } = await get<{ items: { orderNo: string; status: string }[] }>('/api/PreOrder/Community/List/Order')
  return path.replace('{registered}', items.find(({ status }) => status !== 'draft')!.orderNo)
}

for (const [id, path, as] of pages)
  test.describe(() => {
    test.use({ viewer: as ?? 'nobody' })
    test(`${id} ${path} ${as ? `as ${as}` : ''}: accessible in both schemes, nothing sideways, a quiet console, on a phone and on a desk`, async ({
      page,
      context,
      openSite,
    }) => {
      await speak(context, 'tw', openSite)
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
      const address = openSite + (await addressOf(page.request, path, as))
      await looked(page, address, id, 'tw')
      // A further view of a page is checked in one language and on one screen only.
      if (isAnotherView(id, path, as)) {
        await useScheme(page, 'dark')
        return expectAccessible(page, 'colours')
      }
      // The scheme and the screen change where next to nothing has to be drawn again.
      await page.goto(`${openSite}/healthz`)
      await speak(context, 'en', openSite)
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
      await looked(page, address, id, 'en')
      await expect(page.locator('html')).toHaveAttribute('data-scheme', 'dark')
    })
  })

test('A19 /redirectToResult: accessible in both languages and schemes, in the moment before it goes on', async ({
  page,
  context,
  openSite,
}) => {
  // Without its script the page does not redirect, so it can be checked.
  await page.route('**/assets/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }))
  for (const locale of ['tw', 'en'] as const)
    for (const colorScheme of ['light', 'dark'] as const) {
      await speak(context, locale, openSite)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      expect((await page.goto(`${openSite}/redirectToResult`))!.status()).toBe(200)
      await expect(page.locator('h1')).toHaveCount(1)
      await expectAccessible(page)
    }
})

async function looked(page: Page, address: string, id: string, locale: 'tw' | 'en'): Promise<void> {
  const response = await visit(page, address)
  expect(response!.status()).toBe(id === 'C9' ? 404 : 200)
  expect(page.url(), 'nobody was sent elsewhere').toBe(address)
  await expect(page.locator('html')).toHaveAttribute('lang', locale === 'tw' ? 'zh-Hant-TW' : 'en-GB')
  await expect(page).toHaveTitle(locale === 'tw' ? /· 青禾運動園區$/ : /· Qinghe Sports Park$/)
  expect(await page.locator('meta[name=description]').getAttribute('content')).not.toBe('')
  await expect(page.locator('h1')).toHaveCount(1)
  await expectNothingSideways(page)
  await expectAccessible(page)
}
