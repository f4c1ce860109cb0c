import { defaultLocale, languages } from '#i18n/languages.ts'
import { dayOf, minuteOf, timeFrom } from '#lib/zone.ts'
import type { Trade } from '../../provider.ts'
import { numberUntil } from '../../way-rules.ts'
import { queryOf, seal, sealSum, secondsOf, type Fields } from './envelope.ts'
import type { NewebpaySettings } from './settings.ts'
import { wayNamed } from './ways.ts'

const version = '2.3'
/** How long NewebPay's page waits for the payer. Together with the form's own two minutes: after this no trade can begin any more. */
const pageSeconds = 900
export const beginsWithin = (120 + pageSeconds + 180) * 1000

/** The form with which the browser goes to the payment page. NewebPay refuses it from a server. */
export function pageForm(trade: Trade, set: NewebpaySettings): { action: string; fields: Fields } {
  const sealed = seal(queryOf(infoOf(trade, set)), set)
  return {
    action: `${set.url}/MPG/mpg_gateway`,
    fields: {
      MerchantID: set.merchantId,
      TradeInfo: sealed,
      TradeSha: sealSum(sealed, set),
      Version: version,
      EncryptType: '0',
    },
  }
}

function infoOf(trade: Trade, { merchantId }: NewebpaySettings): Fields {
  const way = wayNamed(trade.way)
  if (!way) throw new Error(`NewebPay does not take ${trade.way}`)
  const { notice, back } = trade.addresses
  const result = returnAddress(trade)
  return {
    MerchantID: merchantId,
    RespondType: 'JSON',
    TimeStamp: secondsOf(trade.at),
    Version: version,
    // Its page is Chinese unless this is a language that it has.
    ...(trade.locale === defaultLocale ? {} : { LangType: languages[trade.locale].tags[0]! }),
    MerchantOrderNo: trade.tradeNo,
    Amt: String(trade.amount),
    ItemDesc: [...trade.item.replaceAll(/[\p{Cc}'"<>\\]/gu, ' ')].slice(0, 50).join(''),
    TradeLimit: String(pageSeconds),
    NotifyURL: notice,
    ReturnURL: result,
    ClientBackURL: back,
    [way.on]: '1',
    ...numberFields(trade, result),
  }
}

/** What the browser brings back is encrypted: the address says which trade it is about. */
const returnAddress = ({ tradeNo, addresses: { result } }: Trade): string => `${result}${result.includes('?') ? '&' : '?'}trade=${tradeNo}`

/** A number is told by the browser only, which takes it to CustomerURL. */
function numberFields({ way, numberDays, at }: Trade, result: string): Fields {
  if (numberDays === undefined) return {}
  const until = numberUntil(way, numberDays, at)
  const time = `${timeFrom(minuteOf(until))}:${String(until.getUTCSeconds()).padStart(2, '0')}`
  return { ExpireDate: dayOf(until).replaceAll('-', ''), ExpireTime: time.replaceAll(':', ''), CustomerURL: result }
}
