import { formatMoment } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import type { OutageAnswer, WithdrawnManyAnswer } from '#modules/violations/office-wire.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { Chip } from '#ui/kit/chip.tsx'
import { Sheet, SheetActions } from '#ui/kit/sheet.tsx'
import { AskForm } from '#ui/staff/kit/ask-sheet.tsx'
import { CellNote, DataTable, type Column } from '#ui/staff/kit/data-table.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { kindWord } from '#ui/violations/violation-words.ts'
import { useState } from 'react'
import { OutageForm } from './outage-form.tsx'
import { usePointCall } from './points-queries.ts'

/** Withdraws the points that an outage has given: chosen by period, facility and kind, shown with what becomes of suspensions, confirmed. */
export function OutageSheet({ onClose }: { onClose(): void }) {
  const [preview, setPreview] = useState<OutageAnswer>()
  return (
    <Sheet open title={m.points_outage()} onClose={onClose}>
      {/* The form stays, hidden: what was chosen is there again when somebody goes back. */}
      <div hidden={preview !== undefined}>
        <OutageForm onPreview={setPreview} onClose={onClose} />
      </div>
      {preview && <Review preview={preview} onBack={() => setPreview(undefined)} onClose={onClose} />}
    </Sheet>
  )
}

function Review({ preview, onBack, onClose }: { preview: OutageAnswer; onBack(): void; onClose(): void }) {
  const call = usePointCall()
  const { points, members, lifted, own } = preview
  if (points.length === 0)
    return (
      <div className="stack gap-4">
        <Callout tone="due" role="status" title={own > 0 ? m.points_outage_own({ count: own }) : m.points_outage_none()} />
        <SheetActions main={<StaffButton onClick={onBack}>{m.statement_back()}</StaffButton>} />
      </div>
    )
  return (
    <div className="stack gap-4">
      <DataTable caption={m.points_outage()} columns={columns()} rows={points} rowKey={({ id }) => id} empty="" />
      <AskForm
        effects={[
          m.points_outage_effect({ points: points.length, members }),
          ...(lifted > 0 ? [m.points_outage_lifts({ count: lifted })] : []),
          ...(own > 0 ? [m.points_outage_own({ count: own })] : []),
          m.points_outage_told(),
        ]}
        reasonLabel={m.person_reason()}
        readyReasons={[m.points_outage_reason_system(), m.points_outage_reason_power(), m.points_outage_reason_weather()]}
        confirmLabel={m.points_outage_confirm({ count: points.length })}
        onSend={({ reason }) =>
          call<WithdrawnManyAnswer>(
            '/api/Staff/Point/Outage',
            { pointIds: points.map(({ id }) => id), reason },
            { done: (withdrawn) => m.points_outage_done({ points: withdrawn.points, members: withdrawn.members }) },
          )
        }
        onClose={onClose}
        onCancel={onBack}
      />
    </div>
  )
}

const columns = (): Column<OutageAnswer['points'][number]>[] => [
  {
    key: 'person',
    head: m.staff_orders_column_person(),
    isRowHead: true,
    cell: ({ person, orderNo }) => (
      <>
        {person.name || '—'}
        <CellNote>{orderNo}</CellNote>
      </>
    ),
  },
  { key: 'kind', head: m.points_kind(), cell: ({ kind }) => kindWord[kind]() },
  { key: 'at', head: m.points_given_at(), isWide: true, cell: ({ at }) => formatMoment(new Date(at), getLocale()) },
  {
    key: 'lifts',
    head: m.points_tab_suspensions(),
    cell: ({ status, lifts }) =>
      lifts ? (
        <Chip tone="good">{m.points_suspension_ends()}</Chip>
      ) : status === 'used' ? (
        <Chip tone="due">{m.points_suspension_stays()}</Chip>
      ) : (
        '—'
      ),
  },
]
