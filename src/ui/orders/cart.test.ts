import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { isChosen, notStarted, periodsOf, priceOf, type CartPiece } from './cart-periods.ts'

const piece = (courtId: number, hour: number, hours = 1): CartPiece => ({
  facilityId: 1,
  facility: '羽球館',
  courtId,
  court: `羽球場 ${courtId}`,
  start: `2026-11-16T${hour}:00:00+08:00`,
  end: `2026-11-16T${hour + hours}:00:00+08:00`,
  price: 500 * hours,
})
const short = (pieces: CartPiece[]) =>
  periodsOf(pieces).map(({ courtId, start, end, price }) => `${courtId}: ${start.slice(11, 13)}–${end.slice(11, 13)} ${price}`)

describe('the periods of a cart', () => {
  it('are one for hours of one court that follow each other, in whichever order they were chosen', () => {
    expect(short([piece(3, 20), piece(3, 18), piece(3, 19)])).toEqual(['3: 18–21 1500'])
  })
  it('are several for other courts, and for hours with a gap', () => {
    expect(short([piece(3, 19), piece(2, 20), piece(3, 21)])).toEqual(['3: 19–20 500', '2: 20–21 500', '3: 21–22 500'])
  })
  it('cost what their pieces cost', () => expect(priceOf([piece(3, 19), piece(2, 20, 2)])).toBe(1500))
  it('know an hour within a longer one', () => {
    expect(isChosen([piece(3, 18, 2)], piece(3, 19))).toBe(true)
    expect(isChosen([piece(3, 18, 2)], piece(3, 20))).toBe(false)
    expect(isChosen([piece(3, 18, 2)], piece(4, 19))).toBe(false)
  })
  it('lose what has begun', () =>
    expect(notStarted([piece(3, 18), piece(3, 19)], Date.parse('2026-11-16T18:00:00+08:00'))).toEqual([piece(3, 19)]))
})

describe('the cart', () => {
  const kept = new Map<string, string>()
  afterAll(() => vi.unstubAllGlobals())
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
  const page = { cookie: '' }
  vi.stubGlobal('document', page)
  vi.stubGlobal('location', { protocol: 'http:' })
  beforeEach(async () => (await import('./cart.ts')).clearCart())

  it('D5 keeps what was chosen, and gives it up when it is chosen again', async () => {
    const { togglePiece, useCart } = await import('./cart.ts')
    expect(togglePiece(piece(3, 19))).toBe('chosen')
    expect(kept.get('fieldhouse_cart')).toContain('羽球場 3')
    expect(page.cookie, 'A7 the server renders the review').toMatch(
      /^fieldhouse_cart=3\.[0-9a-z]+\.1o; Path=\/; Max-Age=604800; SameSite=Lax$/,
    )
    expect(togglePiece({ ...piece(3, 19), start: '2026-11-16T11:00:00.000Z', end: '2026-11-16T12:00:00.000Z' })).toBe('given-up')
    expect(useCart.getState().pieces).toEqual([])
    expect(page.cookie).toContain('fieldhouse_cart=; Path=/; Max-Age=0')
  })

  it('takes no half of a court whose whole is chosen, nor the other way round, at the same time', async () => {
    const { togglePiece, useCart } = await import('./cart.ts')
    const whole = { ...piece(1, 19, 2), sharesWith: [2, 3] }
    const half = (hour: number) => ({ ...piece(2, hour), sharesWith: [1] })
    expect(togglePiece(whole)).toBe('chosen')
    expect(togglePiece(half(20))).toMatchObject({ court: '羽球場 1' })
    expect(togglePiece(piece(2, 20)), 'from a list that does not say what shares the floor').toMatchObject({ court: '羽球場 1' })
    expect(togglePiece(half(21))).toBe('chosen')
    expect(togglePiece({ ...whole, start: piece(1, 21).start, end: piece(1, 21).end })).toMatchObject({ court: '羽球場 2' })
    expect(useCart.getState().pieces).toHaveLength(2)
  })

  it('has room for as many periods as an order', async () => {
    const { togglePiece } = await import('./cart.ts')
    for (let court = 1; court <= 10; court++) expect(togglePiece(piece(court, 19))).toBe('chosen')
    expect(togglePiece(piece(11, 19))).toBe('full')
    // An adjacent slot makes a period longer and adds no period.
    expect(togglePiece(piece(10, 20))).toBe('chosen')
  })
})
