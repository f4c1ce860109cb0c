import { m } from '#i18n/generated/messages.js'
import type { CheckAnswer } from '#modules/orders/wire.ts'
import { Icon } from '#ui/kit/icon.tsx'
import { RadioCard } from '#ui/kit/radio-card.tsx'
import check from './check.module.css'
import style from './pay-page.module.css'
import { deadlineWords } from './order-words.ts'

export type WayToPay = 'online' | 'desk'
type Ways = CheckAnswer['ways']

const isFull = ({ desk }: Ways): boolean => desk !== null && desk.open >= desk.allowed

/** The way that the member has chosen, as far as it exists; otherwise online, or the desk where that is the only one. */
export function wayOf(ways: Ways, chosen: WayToPay | undefined): WayToPay {
  if (!ways.online) return 'desk'
  return chosen === 'desk' && ways.desk && !isFull(ways) ? 'desk' : 'online'
}

type Props = { answer: CheckAnswer; way: WayToPay; onChoose(way: WayToPay): void }

/** How the order is paid and until when: a choice where there are two ways, otherwise one line. */
export function PayChoice({ answer: { ways, payMinutes, serverTime }, way, onChoose }: Props) {
  const online = m.check_pay_within({ minutes: payMinutes })
  if (!ways.desk) return ways.online ? <Rule text={online} /> : null
  const desk = m.check_pay_at_desk({ moment: deadlineWords(ways.desk.until, serverTime) })
  if (!ways.online) return <Rule text={desk} />
  const card = (value: WayToPay) => ({ name: 'pay', value, checked: way === value, onChange: () => onChoose(value) })
  return (
    <fieldset className={style.ways}>
      <legend>{m.check_pay_way()}</legend>
      <RadioCard {...card('online')}>
        <Way title={m.check_way_online()} text={online} />
      </RadioCard>
      <RadioCard {...card('desk')} disabled={isFull(ways)}>
        <Way title={m.orders_state_at_desk()} text={isFull(ways) ? m.problem_desk_orders_open(ways.desk) : desk} />
      </RadioCard>
    </fieldset>
  )
}

function Rule({ text }: { text: string }) {
  return (
    <p className={check.rule}>
      <Icon name="clock" size={18} />
      {text}
    </p>
  )
}

function Way({ title, text }: { title: string; text: string }) {
  return (
    <span className={style.way}>
      <b>{title}</b>
      <span>{text}</span>
    </span>
  )
}
