import { formatDay, formatTime } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import type { RefundAnswer } from '#modules/refunds/wire.ts'
import { Icon } from '#ui/kit/icon.tsx'
import { refundWord } from './refund-words.ts'
import style from './refund-steps.module.css'

const when = (at: Date) => `${formatDay(at, getLocale())} ${formatTime(at)}`

/** Steps of a refund, done and to come. */
export function RefundStepList({ refund: { steps } }: { refund: RefundAnswer }) {
  return (
    <ol className={style.steps} aria-label={m.refund_steps()}>
      {steps.map(({ status, at, note }) => {
        const isBad = status === 'failed' || status === 'rejected'
        return (
          <li key={`${status} ${at}`} data-done={at !== null || undefined} data-bad={isBad || undefined}>
            <span className={style.mark}>{at !== null && <Icon name={isBad ? 'alert' : 'check'} size={16} />}</span>
            <p className={style.words}>
              <b>{refundWord(status)}</b>
              {at === null ? <span>{m.refund_step_ahead()}</span> : <time dateTime={at}>{when(new Date(at))}</time>}
            </p>
            {note !== '' && <p className={style.note}>{note}</p>}
          </li>
        )
      })}
    </ol>
  )
}
