import { formatMoment } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatMoney } from '#i18n/money.ts'
import { callOutcomes } from '#modules/lockers/rules.ts'
import type { DeskLocker, DeskReturnedAnswer, OverLocker } from '#modules/lockers/desk-wire.ts'
import { TextField } from '#ui/kit/field.tsx'
import { RadioChips } from '#ui/kit/radio-chips.tsx'
import { AskSheet } from '#ui/staff/kit/ask-sheet.tsx'
import { entryAfter } from '#ui/staff/kit/queue-order.ts'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { useStaffCall } from '#ui/staff/kit/use-staff-call.ts'
import { toLocation } from '#ui/kit/to-location.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { lockerAddress, lockerDeskKey, type LockerDeskSearch } from './locker-desk-queries.ts'
import { outcomeWord } from './locker-desk-words.ts'
import style from './locker-desk.module.css'

type Props = { locker: DeskLocker; view: LockerDeskSearch['view']; over: OverLocker[] }
type Deed = 'return' | 'clear' | 'call' | 'broken' | 'repaired'

const useLockerCall = () => useStaffCall([lockerDeskKey])

/** What can be done with this locker now. */
export function LockerActions({ locker, view, over }: Props) {
  const [deed, setDeed] = useState<Deed>()
  const { rental, status } = locker
  const close = () => setDeed(undefined)
  const isHeld = rental !== null && rental.lastDay !== null
  return (
    <div className={style.actions}>
      {status === 'over' && (
        <StaffButton look="primary" onClick={() => setDeed('call')}>
          {m.locker_desk_note_call()}
        </StaffButton>
      )}
      {isHeld && <StaffButton onClick={() => setDeed('return')}>{m.locker_desk_return()}</StaffButton>}
      {isHeld && rental.mayClear && (
        <StaffButton look="danger" onClick={() => setDeed('clear')}>
          {m.locker_desk_clear()}
        </StaffButton>
      )}
      {status === 'over' && rental && !rental.mayClear && rental.clearFrom && (
        <p className="soft">{m.locker_desk_clear_from({ moment: formatMoment(new Date(rental.clearFrom), getLocale()) })}</p>
      )}
      {status === 'free' && <StaffButton onClick={() => setDeed('broken')}>{m.locker_desk_break()}</StaffButton>}
      {status === 'out-of-order' && (
        <StaffButton look="primary" onClick={() => setDeed('repaired')}>
          {m.locker_desk_repair()}
        </StaffButton>
      )}
      {deed === 'call' && <CallSheet locker={locker} onClose={close} />}
      {(deed === 'return' || deed === 'clear') && <EndSheet {...{ locker, view, over, deed }} onClose={close} />}
      {(deed === 'broken' || deed === 'repaired') && <OrderSheet locker={locker} isBroken={deed === 'broken'} onClose={close} />}
    </div>
  )
}

/** Returned or cleared: the next of those who are over opens by itself. */
function EndSheet({ locker, view, over, deed, onClose }: Props & { deed: 'return' | 'clear'; onClose(): void }) {
  const call = useLockerCall()
  const navigate = useNavigate()
  const rental = locker.rental!
  const back = rental.returnGives ?? 0
  const send = async () => {
    const next = entryAfter(
      over.map(({ number }) => ({ key: number })),
      locker.number,
    )
    const body = { rentalId: rental.id }
    if (deed === 'clear') await call('/api/Staff/Locker/Clear', body, m.locker_desk_cleared({ number: locker.number }))
    else
      await call<DeskReturnedAnswer>('/api/Staff/Locker/Return', body, {
        done: ({ amount, orders }) =>
          m.locker_desk_returned({
            number: locker.number,
            amount: formatMoney(amount),
            orders: orders.map(({ orderNo }) => orderNo).join(' '),
          }),
      })
    if (view === 'over') await navigate({ ...toLocation(lockerAddress(view, next)), resetScroll: false })
  }
  return (
    <AskSheet
      title={
        deed === 'clear' ? m.locker_desk_clear_title({ number: locker.number }) : m.locker_desk_return_title({ number: locker.number })
      }
      effects={
        deed === 'clear'
          ? [m.locker_desk_clear_ask(), m.locker_desk_told({ name: rental.name })]
          : [
              m.locker_desk_return_ask({ amount: formatMoney(back) }),
              m.locker_desk_return_cash(),
              m.locker_desk_told({ name: rental.name }),
            ]
      }
      confirmLabel={deed === 'clear' ? m.locker_desk_clear() : m.locker_desk_return()}
      isDangerous={deed === 'clear'}
      onSend={send}
      onClose={onClose}
    />
  )
}

function CallSheet({ locker, onClose }: { locker: DeskLocker; onClose(): void }) {
  const call = useLockerCall()
  const [outcome, setOutcome] = useState<(typeof callOutcomes)[number]>('reached')
  const [note, setNote] = useState('')
  const rental = locker.rental!
  return (
    <AskSheet
      title={m.locker_desk_note_call()}
      effects={[`${rental.name}　${rental.mobile}`]}
      confirmLabel={m.locker_desk_save()}
      onSend={() => call('/api/Staff/Locker/Call', { rentalId: rental.id, outcome, note }, m.locker_desk_saved())}
      onClose={onClose}
    >
      {(errorAt) => (
        <>
          <RadioChips
            legend={m.locker_desk_outcome()}
            value={outcome}
            options={callOutcomes.map((one) => ({ value: one, label: outcomeWord[one]() }))}
            onChange={(chosen) => setOutcome(chosen)}
          />
          <TextField
            name="note"
            label={m.locker_desk_call_note()}
            maxLength={300}
            optional
            value={note}
            onChange={(event) => setNote(event.target.value)}
            error={errorAt('note')}
          />
        </>
      )}
    </AskSheet>
  )
}

function OrderSheet({ locker, isBroken, onClose }: { locker: DeskLocker; isBroken: boolean; onClose(): void }) {
  const call = useLockerCall()
  return (
    <AskSheet
      title={isBroken ? m.locker_desk_break_title({ number: locker.number }) : m.locker_desk_repair_title({ number: locker.number })}
      effects={[isBroken ? m.locker_desk_break_ask() : m.locker_desk_repair_ask()]}
      confirmLabel={isBroken ? m.locker_desk_break() : m.locker_desk_repair()}
      {...(isBroken ? { reasonLabel: m.locker_desk_why() } : {})}
      onSend={({ reason }) =>
        isBroken
          ? call('/api/Staff/Locker/OutOfOrder', { lockerId: locker.id, why: reason }, m.locker_desk_saved())
          : call('/api/Staff/Locker/BackInOrder', { lockerId: locker.id }, m.locker_desk_saved())
      }
      onClose={onClose}
    />
  )
}
