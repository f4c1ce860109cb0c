import { randomInt } from 'node:crypto'
import type { EcpaySettings } from '#modules/payments/providers/ecpay/settings.ts'
import type { Db } from '#db/connect.ts'
import { ok, refuse, type Result } from '#lib/result.ts'
import { addDays, dayOf } from '#lib/zone.ts'
import { isSigned, sign, type Fields } from '../../src/modules/payments/providers/ecpay/fields.ts'
import { numberNotice, paymentNotice, tradeAnswer } from './notices.ts'
import { cardStatus } from './card-question.ts'
import type { Deliver } from './deliver.ts'
import { actOnCard, findCard, findTrade, insertTrade, moveTrade, type DemoTrade, type Offer } from './store.ts'
import { ways } from '../../src/modules/payments/providers/ecpay/ways.ts'
import { endOfDay, ownOrigins } from '../../src/modules/payments/rules.ts'
import { isByNumber } from '../../src/modules/payments/way-rules.ts'

/**
 * The gateway's side of a payment, for the demo, with the same protocol as ECPay. It knows the merchant only by signed
 * forms, and reports only by notices.
 */
export type DemoGatewayDeps = {
  db: Db
  config: EcpaySettings
  publicUrl: string
  /** Delivers a notice. */
  deliver: Deliver
}

export type TradeRefusal = { code: 'CheckMacValue' | 'MerchantID' | 'TotalAmount' | 'MerchantTradeNo' | 'URL' }

/** Opens a trade from the merchant's signed form. */
export async function openTrade(
  { db, config, publicUrl }: DemoGatewayDeps,
  fields: Fields,
  now: Date,
): Promise<Result<DemoTrade, TradeRefusal>> {
  if (!isSigned(fields, config)) return refuse({ code: 'CheckMacValue' })
  if (fields['MerchantID'] !== config.merchantId) return refuse({ code: 'MerchantID' })
  const {
    MerchantTradeNo: merchantTradeNo = '',
    TotalAmount: amount = '',
    ReturnURL: notice = '',
    OrderResultURL: result = '',
    ClientBackURL: back = '',
    PaymentInfoURL: number,
  } = fields
  if (!/^[A-Za-z0-9]{1,20}$/.test(merchantTradeNo)) return refuse({ code: 'MerchantTradeNo' })
  if (!/^[1-9]\d{0,8}$/.test(amount)) return refuse({ code: 'TotalAmount' })
  // The demo's keys are public, so return addresses of other sites are refused (open redirect).
  const sites = [publicUrl, ...ownOrigins(publicUrl)]
  if (![notice, result, back, number ?? notice].every((url) => sites.some((site) => url.startsWith(`${site}/`)) && url.length <= 200))
    return refuse({ code: 'URL' })

  await insertTrade(
    db,
    {
      tradeNo: digits(dayOf(now).replaceAll('-', '').slice(2), 20),
      merchantTradeNo,
      amount: Number(amount),
      item: (fields['ItemName'] ?? '').slice(0, 400),
      locale: fields['Language'] === 'ENG' ? 'en' : 'tw',
      addresses: { notice, number: number ?? null, result, back },
      offers: offersIn(fields),
      numberDays:
        fields['ChoosePayment'] === 'BARCODE' ? within(fields['StoreExpireDate'], 1, 30, 7) : within(fields['ExpireDate'], 1, 60, 3),
      numberMinutes: within(fields['StoreExpireDate'], 1, 43_200, 10_080),
    },
    now,
  )
  const trade = await findTrade(db, { merchantTradeNo })
  return trade?.amount === Number(amount) ? ok(trade) : refuse({ code: 'MerchantTradeNo' })
}

/** The one way that ChoosePayment names, or all where it says so, without those of IgnorePayment; each only for amounts that it takes. */
function offersIn({ ChoosePayment: chosen = 'ALL', IgnorePayment: ignored = '', TotalAmount: amount = '' }: Fields): Offer[] {
  const without = ignored.split('#')
  return (Object.keys(ways) as Offer[]).filter((offer) => {
    const { choose, terms } = ways[offer]
    const isWanted = chosen === 'ALL' ? !without.includes(choose) : chosen === choose
    return isWanted && Number(amount) >= terms.least && Number(amount) <= terms.most
  })
}

function within(text: string | undefined, min: number, max: number, otherwise: number): number {
  const value = Number(text)
  return Number.isInteger(value) && value >= min && value <= max ? value : otherwise
}

/** What a payer does with a way of paying. `sulking` pays and refuses the first refund, to show what happens then. */
export type Deed = { offer: Offer; ends: 'paid' | 'declined' | 'sulking' }

/** A deed as forms write it: card, card-declined, card-sulking, atm … */
export function readDeed(text: string): Deed | undefined {
  const [name = '', ends = 'paid'] = text.split('-')
  const offer = (Object.keys(ways) as Offer[]).find((one) => one === name)
  return offer && (ends === 'paid' || ends === 'declined' || ends === 'sulking') ? { offer, ends } : undefined
}

/** The payer's choice. Undefined when the trade is no longer open. */
export async function takeWay(deps: DemoGatewayDeps, trade: DemoTrade, { offer, ends }: Deed, now: Date): Promise<DemoTrade | undefined> {
  if (!trade.offers.includes(offer)) return undefined
  if (isByNumber(offer)) return issueNumber(deps, trade, offer, now)
  const moved = await moveTrade(
    deps.db,
    trade.tradeNo,
    ['open', 'failed'],
    ends === 'declined'
      ? { state: 'failed', method: offer }
      : { state: 'paid', method: offer, paidAt: now, refusals: ends === 'sulking' ? 1 : 0 },
  )
  if (moved) await deps.deliver(moved.addresses.notice, sign(paymentNotice(moved, deps.config), deps.config))
  return moved
}

async function issueNumber(
  deps: DemoGatewayDeps,
  trade: DemoTrade,
  offer: 'atm' | 'cvs' | 'barcode',
  now: Date,
): Promise<DemoTrade | undefined> {
  // Bank code 999 and store codes with DEMO do not exist, so nobody can pay real money to them.
  const number = offer === 'atm' ? digits('9999', 16) : digits('DEMO', 14)
  const numberUntil =
    offer === 'cvs' ? new Date(now.getTime() + trade.numberMinutes * 60_000) : endOfDay(addDays(dayOf(now), trade.numberDays))
  const moved = await moveTrade(deps.db, trade.tradeNo, ['open', 'failed'], { state: 'number-issued', method: offer, number, numberUntil })
  if (moved?.addresses.number) await deps.deliver(moved.addresses.number, sign(numberNotice(moved, deps.config), deps.config))
  return moved
}

/** Pays a number, as at a cash machine or in a store. */
export async function payNumber(deps: DemoGatewayDeps, number: string, now: Date): Promise<DemoTrade | undefined> {
  const trade = await findTrade(deps.db, { number })
  if (!trade?.numberUntil || trade.numberUntil < now) return undefined
  const moved = await moveTrade(deps.db, trade.tradeNo, ['number-issued'], { state: 'paid', paidAt: now })
  if (moved) await deps.deliver(moved.addresses.notice, sign(paymentNotice(moved, deps.config), deps.config))
  return moved
}

/** QueryTradeInfo: the state of a trade. A query is valid for three minutes. */
export async function answerTradeQuestion(
  { db, config }: Pick<DemoGatewayDeps, 'db' | 'config'>,
  fields: Fields,
  now: Date,
): Promise<string> {
  const asked = Number(fields['TimeStamp']) * 1000
  const good = isSigned(fields, config) && fields['MerchantID'] === config.merchantId && Math.abs(now.getTime() - asked) <= 3 * 60_000
  const merchantTradeNo = fields['MerchantTradeNo'] ?? ''
  const trade = good && /^[A-Za-z0-9]{1,20}$/.test(merchantTradeNo) ? await findTrade(db, { merchantTradeNo }) : undefined
  return new URLSearchParams(good ? sign(tradeAnswer(trade, merchantTradeNo, config), config) : { TradeStatus: '10200073' }).toString()
}

/**
 * DoAction on a card payment: R gives a part or the whole of what is closed back, and a part of what is listed for the next closing; E
 * takes what is listed out of it, and N gives that up. C closes by hand, which the demo does not need.
 */
export async function answerCardAction({ db, config }: Pick<DemoGatewayDeps, 'db' | 'config'>, fields: Fields, now: Date): Promise<string> {
  const { MerchantTradeNo: merchantTradeNo = '', TradeNo: tradeNo = '', Action: action, TotalAmount: amount = '' } = fields
  const about = { MerchantID: config.merchantId, MerchantTradeNo: merchantTradeNo, TradeNo: tradeNo }
  const say = (code: string, words: string) => new URLSearchParams({ ...about, RtnCode: code, RtnMsg: words }).toString()
  if (!isSigned(fields, config) || fields['MerchantID'] !== config.merchantId) return say('10200073', 'CheckMacValue Error')
  const card = /^[A-Za-z0-9]{1,20}$/.test(merchantTradeNo) ? await findCard(db, { merchantTradeNo }) : undefined
  if (!card || card.tradeNo !== tradeNo) return say('10200047', 'Cant not find the trade data.')
  if ((action !== 'R' && action !== 'E' && action !== 'N') || !/^[1-9]\d{0,8}$/.test(amount)) return say('10200124', 'Action Error')
  const status = cardStatus(card, now)
  const isWholeOfListed = action === 'R' && status === '要關帳' && Number(amount) === card.amount
  if (isWholeOfListed || (action === 'E' && status !== '要關帳')) return say('10200124', 'Action Error')
  const outcome = await actOnCard(db, tradeNo, action, Number(amount))
  if (outcome === 'done') return say('1', 'OK')
  return outcome === 'refused' ? say('10100251', 'The card takes nothing back.') : say('10200105', 'TotalAmount Error')
}

function digits(start: string, length: number): string {
  return start + Array.from({ length: length - start.length }, () => randomInt(10)).join('')
}
