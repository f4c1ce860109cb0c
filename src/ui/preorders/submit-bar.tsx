import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import type { RoundAnswer } from '#modules/preorders/wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { Button } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { sayList } from '#ui/venues/venue-words.ts'
import { Countdown } from './countdown.tsx'
import type { Saving } from './autosave.ts'
import type { Phase } from './round-moments.ts'
import { datesWord } from './preorder-words.ts'
import style from './submit-bar.module.css'

type Props = {
  round: RoundAnswer
  phase: Phase
  dates: number
  amount: number | undefined
  missing: string[]
  editing: boolean
  saving: Saving | 'logged-out'
  /** The community is suspended; a message above says so. */
  barred: boolean
  busy: boolean
}

/** Bar with the submit button, the sum and, before the window opens, the countdown. The button is enabled by itself. */
export function SubmitBar({ round, phase, dates, amount, missing, editing, saving, barred, busy }: Props) {
  const open = phase === 'open' && !barred
  return (
    <div className={style.bar} role="group" aria-label={m.preorder_submit_label()}>
      <p className={style.sum}>
        <span>{datesWord(dates)}</span>
        <b>{amount === undefined ? '—' : formatMoney(amount)}</b>
      </p>
      <div className={style.side}>
        {!editing && <SavedWords saving={saving} />}
        {phase === 'view-only' && (
          <p className={style.clock}>
            {m.preorder_until_order()} <Countdown to={round.orderStart} serverTime={round.serverTime} label={m.preorder_until_order()} />
          </p>
        )}
        {dates > 0 && missing.length > 0 && <p className={style.missing}>{m.preorder_missing({ what: sayList(missing) })}</p>}
      </div>
      {phase === 'ended' ? (
        <p className={style.over}>{m.preorder_phase_ended()}</p>
      ) : (
        // aria-disabled instead of disabled: the button keeps the focus until the window opens.
        <Button type="submit" className={style.go} busy={busy} aria-disabled={!open}>
          {editing ? m.preorder_submit_edit() : m.preorder_submit()}
        </Button>
      )}
      <p className="sr-only" role="status">
        {open ? m.preorder_now_open() : ''}
      </p>
    </div>
  )
}

function SavedWords({ saving }: { saving: Props['saving'] }) {
  const api = useApi()
  if (saving === 'idle') return null
  if (saving === 'logged-out')
    return (
      <p className={style.saved} data-failed role="status">
        {m.preorder_saving_logged_out()} {/* The next refused call leads to the login, and from there back to this page. */}
        <Button look="text" onClick={() => void api.get('/api/AccountMember').catch(() => undefined)}>
          {m.preorder_log_in_again()}
        </Button>
      </p>
    )
  const words = { waiting: m.preorder_saving, saving: m.preorder_saving, saved: m.preorder_saved, failed: m.preorder_saving_failed }
  return (
    <p className={style.saved} data-failed={saving === 'failed' || undefined} role="status">
      {saving === 'saved' && <Icon name="check" size={16} />}
      {words[saving]()}
    </p>
  )
}
