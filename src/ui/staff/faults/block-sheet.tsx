import { ApiProblem } from '#client/api-problem.ts'
import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import { isoAt, minuteFrom, momentAt } from '#lib/zone.ts'
import type { BlockPreviewAnswer, StaffReportAnswer } from '#modules/feedback/wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { SelectField, TextField } from '#ui/kit/field.tsx'
import { AskSheet } from '#ui/staff/kit/ask-sheet.tsx'
import { useStaffCall } from '#ui/staff/kit/use-staff-call.ts'
import { useQuery } from '@tanstack/react-query'
import { useState, type ChangeEvent } from 'react'
import { blockEffectQuery, courtsQuery, faultsKey, type BlockPlan, type CourtLink } from './faults-queries.ts'

const momentOf = (typed: string): string | undefined => {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})/.exec(typed) ?? []
  return day && time ? isoAt(momentAt(day, minuteFrom(time))) : undefined
}
const typedAt = (moment: Date) => isoAt(moment).slice(0, 16)

/** Closes the court of a report for a time. Bookings in it are cancelled and refunded in full, and their members are told. */
export function BlockSheet({ ticket, onClose }: { ticket: StaffReportAnswer; onClose(): void }) {
  const api = useApi()
  const call = useStaffCall([faultsKey])
  const { data: courts = [] } = useQuery(courtsQuery(api))
  const own = courts.filter(({ venue1stId }) => venue1stId === ticket.venue1stId)
  const [typed, setTyped] = useState(() => ({
    court: String(ticket.venue2ndId ?? ''),
    start: typedAt(new Date()),
    end: typedAt(new Date(Date.now() + 86_400_000)),
    reasonTw: '',
    reasonEn: '',
  }))
  const { court, start, end, reasonTw, reasonEn } = typed
  const plan = planOf(ticket.ticketNo, typed)
  const { data: effect, error } = useQuery(blockEffectQuery(api, plan))
  const check = () => [
    ...(court === '' ? [{ path: 'venue2ndId', message: m.field_required() }] : []),
    ...(momentOf(start) ? [] : [{ path: 'start', message: m.field_required() }]),
    ...(momentOf(end) ? [] : [{ path: 'end', message: m.field_required() }]),
  ]
  return (
    <AskSheet
      title={m.staff_tickets_close_title()}
      effects={[effectWord(effect, error), m.staff_tickets_close_effect(), m.staff_tickets_close_told()]}
      confirmLabel={m.staff_tickets_close_court()}
      isDangerous
      check={check}
      isCounting={plan !== undefined && effect === undefined}
      onClose={onClose}
      onSend={() => {
        const body = {
          ...plan,
          ...(effect && { seen: { bookings: effect.bookings, back: effect.back } }),
          ...(reasonTw.trim() && { reasonTw }),
          ...(reasonEn.trim() && { reasonEn }),
        }
        return call<{ orders: number }>('/api/Staff/Report/Block', body, {
          done: ({ orders }) => m.staff_tickets_closed_done({ count: orders }),
        })
      }}
    >
      {(errorAt) => <BlockFields courts={own} typed={typed} errorAt={errorAt} onChange={(patch) => setTyped({ ...typed, ...patch })} />}
    </AskSheet>
  )
}

function planOf(ticketNo: string, { court, start: from, end: until }: Typed): BlockPlan | undefined {
  const [start, end] = [momentOf(from), momentOf(until)]
  return court !== '' && start && end ? { ticketNo, venue2ndId: Number(court), start, end } : undefined
}

/** How many bookings and how much money, before anything is done; or why it cannot be closed. */
function effectWord(effect: BlockPreviewAnswer | undefined, error: Error | null): string {
  if (error instanceof ApiProblem) return error.errors[0]?.message ?? (error.title || m.error_request_failed())
  if (!effect) return m.staff_tickets_close_counting()
  const { bookings, people, back } = effect
  return bookings > 0 ? m.closure_rain_effect({ bookings, people, amount: formatMoney(back) }) : m.closure_effect_none()
}

type Typed = Record<'court' | 'start' | 'end' | 'reasonTw' | 'reasonEn', string>
type FieldsProps = { courts: CourtLink[]; typed: Typed; errorAt(path: string): string | undefined; onChange(patch: Partial<Typed>): void }

function BlockFields({ courts, typed, errorAt, onChange }: FieldsProps) {
  const field = (name: Exclude<keyof Typed, 'court'>, label: string) => ({
    name,
    label,
    value: typed[name],
    error: errorAt(name),
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => onChange({ [name]: target.value }),
  })
  return (
    <div className="stack">
      <SelectField
        name="venue2ndId"
        label={m.staff_tickets_court()}
        value={typed.court}
        error={errorAt('venue2ndId')}
        onChange={({ target }) => onChange({ court: target.value })}
      >
        <option value="">{m.staff_tickets_choose()}</option>
        {courts.map(({ venue2ndId, venue2ndName }) => (
          <option key={venue2ndId} value={venue2ndId}>
            {venue2ndName}
          </option>
        ))}
      </SelectField>
      <TextField type="datetime-local" {...field('start', m.staff_tickets_from())} />
      <TextField type="datetime-local" {...field('end', m.staff_tickets_until())} />
      <TextField {...field('reasonTw', `${m.staff_tickets_reason()}${m.staff_in_chinese()}`)} optional maxLength={200} />
      <TextField {...field('reasonEn', `${m.staff_tickets_reason()}${m.staff_in_english()}`)} optional maxLength={200} />
    </div>
  )
}
