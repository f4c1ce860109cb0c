import { found } from '#http/findings.ts'
import { dayOf } from '#lib/zone.ts'
import type { Answer, Issuer, IssuerCalls, NewAllowance, NewPaper } from '../../issuer.ts'
import { findOwn, findOwnBacks, numberOwn, voidOwn, type OwnReceipt } from './store.ts'
import type { Db } from '#db/connect.ts'

/** The centre as its own issuer: receipts numbered in its database, without a gap in each series. */
export const own: Issuer = {
  name: 'own',
  title: { tw: '本館收據', en: 'The centre’s own receipts' },
  paper: 'receipt',
  buyers: ['paper', 'business'],
  settings: { variables: {}, read: () => ({ demo: false }), demo: undefined },
  shown: () => [],
  voidableBefore: () => undefined,
  canAllow: true,
  open: (_, { db }) => openOwn(db),
  check: async () => [found('invoices', 'invoices_own')],
}

/** One series a year for what is paid without a till, and one a year for each till: a till can count its receipts. */
const seriesOf = (now: Date, till: string | null): string => (till === null ? dayOf(now).slice(0, 4) : `${dayOf(now).slice(0, 4)}-${till}`)

export const ownNumber = ({ series, number }: Pick<OwnReceipt, 'series' | 'number'>): string =>
  `${series}-${String(number).padStart(6, '0')}`

function openOwn(db: Db): IssuerCalls {
  const write = async (row: Pick<OwnReceipt, 'relateNo' | 'backOf' | 'amount'>, till: string | null, now: Date) =>
    (await findOwn(db, row.relateNo)) ?? (await numberOwn(db, { ...row, series: seriesOf(now, till) }, now))
  return {
    async issue({ relateNo, amount, till }: NewPaper, now) {
      return { kind: 'done', value: paperOf(await write({ relateNo, amount, backOf: null }, till, now)) }
    },
    async void({ relateNo }, _reason, now) {
      return (await voidOwn(db, relateNo, now)) ? done : { kind: 'refused', code: 'not_found', words: relateNo }
    },
    async allow(paper, { relateNo, amount }: NewAllowance, now) {
      const receipt = await findOwn(db, paper.relateNo)
      const till = receipt && receipt.series.length > 4 ? receipt.series.slice(5) : null
      return { kind: 'done', value: { number: ownNumber(await write({ relateNo, amount, backOf: paper.relateNo }, till, now)) } }
    },
    async voidAllowance(paper, allowanceNo, _reason, now) {
      const back = (await findOwnBacks(db, paper.relateNo)).find((one) => ownNumber(one) === allowanceNo)
      return back && (await voidOwn(db, back.relateNo, now)) ? done : { kind: 'refused', code: 'not_found', words: allowanceNo }
    },
    async ask({ relateNo }) {
      const row = await findOwn(db, relateNo)
      return row ? { kind: 'found', paper: { ...paperOf(row), amount: row.amount, isVoid: row.voidedAt !== null } } : { kind: 'unknown' }
    },
    async askAllowances({ relateNo }) {
      const live = (await findOwnBacks(db, relateNo)).filter(({ voidedAt }) => voidedAt === null)
      return { kind: 'found', allowances: live.map((one) => ({ number: ownNumber(one), amount: one.amount })) }
    },
    checkBuyer: async () => 'unsure',
  }
}

const done: Answer<object> = { kind: 'done', value: {} }
const paperOf = (row: OwnReceipt) => ({ number: ownNumber(row), randomCode: null, issuedAt: row.at })
