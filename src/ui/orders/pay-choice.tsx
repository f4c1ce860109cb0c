import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { joinList } from '#i18n/join.ts'
import { sayWay } from '#i18n/pay-ways.ts'
import type { CheckAnswer } from '#modules/orders/wire.ts'
import { Icon } from '#ui/kit/icon.tsx'
import { RadioCard } from '#ui/kit/radio-card.tsx'
import check from './check.module.css'
import style from './pay-page.module.css'
import { deadlineWords } from './order-words.ts'
import { WayCards, WayWords, type PayWay } from './pay-ways.tsx'

export type WayToPay = PayWay | 'desk'
type Ways = CheckAnswer['ways']

const isFull = ({ desk }: Ways): boolean => desk !== null && desk.open >= desk.allowed

/** The way that the member has chosen, as far as it is offered; otherwise the first, or the desk where that is the only one. */
export function wayOf(ways: Ways, chosen: WayToPay | undefined): WayToPay {
  const [first] = ways.online
  if (!first) return 'desk'
  if (chosen === 'desk') return ways.desk && !isFull(ways) ? 'desk' : first.way
  return ways.online.some(({ way }) => way === chosen) ? chosen! : first.way
}

type Props = { answer: CheckAnswer; way: WayToPay; onChoose(way: WayToPay): void }

/** How the order is paid and until when: a choice where there are several ways, otherwise one line. */
export function PayChoice({ answer: { ways, payMinutes, serverTime }, way, onChoose }: Props) {
  const online = payWithin(ways.online.find((one) => one.way === way) ?? ways.online[0], payMinutes, serverTime)
  const desk = ways.desk && m.check_pay_at_desk({ moment: deadlineWords(ways.desk.until, serverTime) })
  if (ways.online.length === 0) return desk ? <Rule text={desk} /> : null
  const tooNear = <TooNear ways={ways} />
  if (ways.online.length === 1 && !desk)
    return (
      <>
        <Rule text={online} />
        {tooNear}
      </>
    )
  return (
    <fieldset className={style.ways}>
      <legend>{m.check_pay_way()}</legend>
      <Rule text={online} />
      <WayCards offers={ways.online} serverTime={serverTime} chosen={way} onChoose={onChoose} />
      {tooNear}
      {desk && (
        <RadioCard name="pay" value="desk" checked={way === 'desk'} onChange={() => onChoose('desk')} disabled={isFull(ways)}>
          <WayWords title={m.orders_state_at_desk()} text={isFull(ways) ? m.problem_desk_orders_open(ways.desk!) : desk} />
        </RadioCard>
      )}
    </fieldset>
  )
}

/** Ways that are missing only because the booking is so near. */
const TooNear = ({ ways: { tooNear } }: { ways: Ways }) =>
  tooNear.map(({ days, ways }) => (
    <p key={days} className="note">
      {m.pay_ways_too_near({
        ways: joinList(
          ways.map((way) => sayWay(way)),
          getLocale(),
        ),
        days,
      })}
    </p>
  ))

/** By when it is paid. A number has to be fetched while the order is held, and is then valid for longer. */
export function payWithin(offer: Ways['online'][number] | undefined, minutes: number, serverTime: string): string {
  const moment = offer?.numberUntil ? deadlineWords(offer.numberUntil, serverTime) : ''
  if (offer?.way === 'atm') return m.check_pay_within_atm({ minutes, moment })
  if (offer?.way === 'cvs') return m.check_pay_within_cvs({ minutes, moment })
  return offer?.way === 'barcode' ? m.check_pay_within_barcode({ minutes, moment }) : m.check_pay_within({ minutes })
}

function Rule({ text }: { text: string }) {
  return (
    <p className={check.rule}>
      <Icon name="clock" size={18} />
      {text}
    </p>
  )
}
