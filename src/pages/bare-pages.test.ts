import { expect, it } from 'vitest'
import { loadPageRenderer } from '#http/page-renderer.ts'
import { cartText } from '#ui/orders/cart-cookie.ts'

// Rendered with the bundle that `npm run build` has made.
const render = await loadPageRenderer()

const place = {
  venue1stId: 1,
  venue1stName: '羽球館',
  venue2ndId: 1,
  venue2ndName: '羽球場 1',
  drawing: 'badminton',
  colour: '#123456',
  start: '2026-11-20T19:00:00+08:00',
  end: '2026-11-20T20:00:00+08:00',
}
const order = (orderNo: string, more: object = {}) => ({
  orderNo,
  kind: 'venue',
  kindTitle: '場地預約',
  icon: 'ticket',
  isBooking: true,
  isTopUp: false,
  page: null,
  lines: [],
  linesGoBack: false,
  items: [{ id: 'i1', ...place }],
  pointWhenUnpaid: true,
  status: 'confirmed',
  amount: 300,
  paid: 300,
  confirmedAt: '2026-11-14T10:00:00+08:00',
  ...more,
})
const paidLast = order('F261114AAAAAAA', { confirmedAt: '2026-11-15T09:00:00+08:00' })
const orders = [order('F261115ZZZZZZZ', { status: 'awaiting-payment', paid: 0, confirmedAt: null }), order('F261113BBBBBBB'), paidLast]

type Item = { venue2ndId: number; start: string; end: string }
/** The first can be had; the others are taken. */
const checked = (items: Item[]) => ({
  items: items.map((item, n) => ({
    ...item,
    quoted:
      n === 0
        ? {
            ...place,
            ...item,
            price: 300,
            lightFee: 50,
            deposit: 0,
            total: 350,
            refund: [{ daysBefore: 3, percent: 80, amount: 280, until: item.start }],
          }
        : null,
    problems: n === 0 ? [] : [{ code: 'period_taken', title: '這個時段剛被預約走了' }],
    alternatives: [],
  })),
  problems: [],
  amount: 350,
  identity: '一般民眾',
  quota: [],
  payMinutes: 15,
  ways: { online: [{ way: 'card', numberUntil: null }], desk: null, tooNear: [] },
  penalties: { lateCancelHours: 48, noShowMinutes: 30, pointsToSuspend: 3, pointDays: 90, suspendDays: 30 },
  serverTime: '2026-11-15T10:00:00+08:00',
})

async function visit(path: string, { mine = orders as object[], wired = false, cart = '' } = {}) {
  const apiFetch = async (request: Request) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/api/SystemSetting') return Response.json({ siteAccess: wired ? 'wired' : 'open', demo: false, isOpen: true })
    if (pathname === '/api/AccountMember')
      return Response.json({ id: 'm1', email: 'lin@example.com', communityName: '', name: '林小青', roles: [] })
    if (pathname === '/api/Order/List') return Response.json({ items: mine, total: mine.length, page: 1, pageSize: 20 })
    if (pathname === '/api/Order/Refund/Check') {
      const { orderNo } = (await request.json()) as { orderNo: string }
      if (orderNo !== paidLast.orderNo) return Response.json({ code: 'nothing_to_refund' }, { status: 409 })
      const refund = { percent: 80, amount: 240, daysBefore: 5, until: place.start, late: false }
      return Response.json({
        orderNo,
        items: [{ id: 'i1', ...place, paid: 300, refund, reason: '' }],
        lines: [],
        amount: 240,
        ways: ['card'],
        serverTime: place.start,
      })
    }
    if (pathname === '/api/Order/Member/Check') return Response.json(checked(((await request.json()) as { items: Item[] }).items))
    return Response.json({ code: 'not_found' }, { status: 404 })
  }
  const headers = { accept: 'text/html', cookie: `sports_v2_jwt=good; fieldhouse_cart=${cart}` }
  const response = await render(new Request(`http://park.test${path}`, { headers }), {
    nonce: 'n0nce',
    requestId: 'request-1',
    peer: '203.0.113.9',
    publicConfig: { apiBase: undefined, publicUrl: 'http://park.test' },
    apiFetch,
    landing: false,
    direct: false,
    report: () => {},
  })
  return { status: response.status, location: response.headers.get('location'), html: await response.text() }
}

it('A3 A16 without an article, leads to the list, in the language of the address and on the wired site as well', async () => {
  expect((await visit('/news/detail')).location).toBe('/news')
  expect((await visit('/en/documents/detail', { wired: true })).location).toBe('/en/documents')
})

it('A31 without an order, shows the payment that came last', async () => {
  expect((await visit('/member/order/payment-complete')).location).toBe(`/member/order/payment-complete?orderNo=${paidLast.orderNo}`)
  const unpaid = { mine: [orders[0]!] }
  expect((await visit('/member/order/payment-complete', unpaid)).location).toBe('/member/order/payment-complete?orderNo=F261115ZZZZZZZ')
  expect((await visit('/member/order/payment-complete', { mine: [] })).location).toBe('/member/order/overview')
})

it('A29 without an order, lets the member choose what to refund, with what would come back', async () => {
  const { status, html } = await visit('/member/order/refund/apply')
  expect(status).toBe(200)
  expect(html).toContain('取消並退費，可退 NT$240')
  expect(html).toContain(`/member/order/refund/apply?orderNo=${paidLast.orderNo}`)
  expect(html, 'nothing of it can be given back').not.toContain('F261113BBBBBBB')
  expect((await visit('/member/order/refund/apply', { mine: [] })).html).toContain('目前沒有可以退費的預約')
})

it('A7 is rendered on the server with what was chosen: prices, terms and problems', async () => {
  const chosen = [
    { courtId: 1, start: place.start, end: place.end },
    { courtId: 2, start: place.start, end: place.end },
  ]
  const { status, html } = await visit('/order/check', { cart: cartText(chosen) })
  expect(status).toBe(200)
  for (const words of ['羽球場 1', 'NT$350', '這個時段剛被預約走了', '一般民眾', '送出預約需要 JavaScript']) expect(html).toContain(words)
  expect(html, 'the terms').toContain('80')
  for (const cart of ['', 'rubbish', '__proto__']) expect((await visit('/order/check', { cart })).status, cart).toBe(200)
})

it.each(['/member/order/overview', '/member/order/ticket', '/member/order/refund/apply', '/member/order/payment-complete'])(
  'C8 %s with something that is no order number is a bad request, and says so',
  async (path) => {
    const { status, html } = await visit(`${path}?orderNo=rubbish`)
    expect(status).toBe(400)
    expect(html).toContain('<title>這不是訂單編號')
    expect(html).toContain('訂單編號以 F 開頭')
  },
)
