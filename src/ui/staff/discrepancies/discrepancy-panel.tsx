import { formatDay, formatMoment } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatMoney } from '#i18n/money.ts'
import { momentAt } from '#lib/zone.ts'
import type { Discrepancy } from '#modules/discrepancies/staff-wire.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { Facts } from '#ui/kit/facts.tsx'
import { toLocation } from '#ui/kit/to-location.ts'
import { AskSheet } from '#ui/staff/kit/ask-sheet.tsx'
import { OpenPanel } from '#ui/staff/kit/list-and-panel.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { useStaffCall } from '#ui/staff/kit/use-staff-call.ts'
import { Link } from '@tanstack/react-router'
import { discrepanciesKey } from './discrepancies-queries.ts'

type Props = { discrepancy: Discrepancy; closed: string; asks: boolean; onAsk(asks: boolean): void; onSettled(): Promise<void> }

/** One difference: what we have, what they have, and what to do about it. */
export function DiscrepancyPanel({ discrepancy, closed, asks, onAsk, onSettled }: Props) {
  const { id, title, advice, orderNo, other, ours, theirs, theirNumber, reference, day, foundAt, settledAt, settledBy, note } = discrepancy
  const call = useStaffCall([discrepanciesKey])
  const moment = (text: string) => formatMoment(new Date(text), getLocale())
  return (
    <OpenPanel title={title} closed={closed}>
      <Facts
        facts={[
          [m.discrepancies_ours(), formatMoney(ours)],
          [m.discrepancies_theirs({ other }), formatMoney(theirs)],
          theirNumber !== null && [m.discrepancies_their_number({ other }), theirNumber],
          reference !== null && [m.discrepancies_reference(), reference],
          [m.discrepancies_day(), formatDay(momentAt(day, 0), getLocale())],
          [m.discrepancies_found(), moment(foundAt)],
          settledAt !== null && [m.discrepancies_settled(), `${moment(settledAt)} ${settledBy ?? ''}`.trim()],
          settledAt !== null && [m.discrepancies_note(), note],
        ]}
      />
      <p>
        <Link {...toLocation(`/staff/orders?order=${orderNo}`)}>{m.board_open_order({ orderNo })}</Link>
      </p>
      <Callout tone={settledAt ? 'info' : 'due'} title={m.discrepancies_advice()}>
        {advice}
      </Callout>
      {!settledAt && (
        <StaffButton look="primary" onClick={() => onAsk(true)}>
          {m.discrepancies_settle()}
        </StaffButton>
      )}
      {asks && (
        <AskSheet
          title={m.discrepancies_settle()}
          effects={[m.discrepancies_settle_effect()]}
          confirmLabel={m.discrepancies_settle()}
          reasonLabel={m.discrepancies_note()}
          onSend={async ({ reason }) => {
            await call('/api/Staff/Discrepancy/Settle', { id, reason }, m.discrepancies_settled_toast())
            await onSettled()
          }}
          onClose={() => onAsk(false)}
        />
      )}
    </OpenPanel>
  )
}
