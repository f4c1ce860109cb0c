import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Config } from '#config.ts'
import { emptyTables } from '#testing/empty-tables.ts'
import { unaudited } from '#testing/unaudited.ts'
import type { Fault } from '#testing/faulty-send.ts'
import { atNoon, openInvoiceFixture, type InvoiceFixture } from '#testing/invoice-fixture.ts'
import { demo } from './issuers/ecpay/settings.ts'
import { demo as ezpay } from './issuers/ezpay/settings.ts'
import { noteDone, tryAgain } from './mend-invoice.ts'
import { differenceOf, readBalances } from './sums-store.ts'

/** What happens to orders, their money and their issuer. Sums are per cent of what is left. */
type Step =
  | { deed: 'pay' }
  | { deed: 'owe'; order: number; percent: number }
  | { deed: 'wait'; minutes: number }
  | { deed: 'settle'; faults: Fault[] }

const fault = fc.constantFrom<Fault>('none', 'none', 'unreached', 'lost', 'answer-lost', 'garbage', 'busy')
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Step>({ deed: 'pay' }) },
  {
    weight: 4,
    arbitrary: fc.record({ deed: fc.constant('owe' as const), order: fc.nat(7), percent: fc.constantFrom(100, 100, 50, 30, 1) }),
  },
  { weight: 2, arbitrary: fc.record({ deed: fc.constant('wait' as const), minutes: fc.constantFrom(1, 3, 60, 3 * 1440, 57 * 1440) }) },
  { weight: 5, arbitrary: fc.record({ deed: fc.constant('settle' as const), faults: fc.array(fault, { maxLength: 5 }) }) },
)

const issuers: Record<string, Config['invoices']> = {
  ecpay: { issuer: 'ecpay', settings: demo('https://park.example') },
  ezpay: { issuer: 'ezpay', settings: ezpay('https://park.example') },
  'ecpay-receipt': { issuer: 'ecpay-receipt', settings: demo('https://park.example') },
  own: { issuer: 'own', settings: { demo: false } },
}

describe.each(Object.entries(issuers))('with the issuer %s', (name, set) => {
  let at: InvoiceFixture
  beforeAll(async () => void (at = await openInvoiceFixture(set)))
  afterAll(() => at?.close())

  it(
    'has invoices less what was voided and allowed for exactly the money in less the money out, whatever fails',
    { timeout: 120_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 25 }), async (steps) => {
          await at.empty()
          await emptyTables(at.db, 'invoice_marks, demo_papers, receipt_series')
          at.clock.advance(atNoon.getTime() - at.clock.now().getTime())
          const left = new Map<string, number>()
          for (const one of steps) await take(one, left)
          at.network.next.length = 0
          await at.settleFor(130)
          // Where only a person can say what was done, one does.
          for (let round = 0; round < 10 && (await lookThere()); round++) await at.settleFor(130)
          for (const [orderNo, amount] of left) expect(await at.book(orderNo)).toMatchObject({ net: amount })
          const open = await at.db.selectFrom('invoice_deeds').select(['kind', 'problem']).where('state', 'in', ['open', 'held']).execute()
          expect(open).toEqual([])
          if (name !== 'own') expect((await at.atIssuer()).net).toBe([...left.values()].reduce((sum, one) => sum + one, 0))
          // What finance sees of all months agrees, too.
          const balances = await readBalances(at.db, { from: new Date('2026-01-01'), until: new Date('2036-01-01') })
          expect(balances.filter((one) => differenceOf(one) !== 0)).toEqual([])
          expect(await gaps()).toEqual([])
          expect(at.failures).toEqual([])
        }),
        { numRuns: name === 'ecpay' ? 30 : 15 },
      )
    },
  )

  async function take(one: Step, left: Map<string, number>): Promise<void> {
    if (one.deed === 'pay' && left.size < 8) left.set(await at.payAs(left.size), 300)
    if (one.deed === 'owe') {
      const [orderNo, rest] = [...left][one.order] ?? []
      const amount = Math.round(((rest ?? 0) * one.percent) / 100)
      if (orderNo === undefined || amount === 0) return
      await at.owe(orderNo, amount)
      left.set(orderNo, rest! - amount)
    }
    if (one.deed === 'wait') at.clock.advance(one.minutes * 60_000)
    if (one.deed === 'settle') {
      at.network.next.push(...one.faults)
      await at.settle()
    }
  }

  /** Looks at the issuer for allowances that may have been made, as finance does. Answers whether there were any. */
  async function lookThere(): Promise<boolean> {
    const held = await at.db
      .selectFrom('invoice_deeds as d')
      .innerJoin('invoices as v', 'v.id', 'd.invoice_id')
      .select(['d.id', 'd.amount', 'v.number'])
      .where('d.state', '=', 'held')
      .where('d.problem', '=', 'look_there')
      .execute()
    const known = new Set(
      (await at.db.selectFrom('invoice_deeds').select('number').where('number', 'is not', null).execute()).map((one) => one.number),
    )
    for (const { id, amount, number } of held) {
      const made = await at.db.selectFrom('demo_allowances').select(['number', 'amount']).where('paper', '=', number!).execute()
      const ours = made.find((one) => one.amount === amount && !known.has(one.number))
      if (ours) await noteDone(at.settling, { deedId: id, number: ours.number }, unaudited, at.clock.now())
      else await tryAgain(at.settling, id, unaudited, at.clock.now())
    }
    return held.length > 0
  }

  /** Numbers of our own receipts that are missing in their series. */
  async function gaps(): Promise<string[]> {
    const rows = await at.db.selectFrom('own_receipts').select(['series', 'number']).orderBy('series').orderBy('number').execute()
    const series = Map.groupBy(rows, (row) => row.series)
    return [...series].flatMap(([of, numbers]) => numbers.flatMap(({ number }, n) => (number === n + 1 ? [] : [`${of}-${number}`])))
  }
})
