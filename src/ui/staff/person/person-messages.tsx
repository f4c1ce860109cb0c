import { formatMoment } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import type { PersonCardAnswer } from '#modules/people/wire.ts'
import { Chip } from '#ui/kit/chip.tsx'
import { DataTable, type Column } from '#ui/staff/kit/data-table.tsx'
import { Panel } from '#ui/staff/kit/staff-page.tsx'
import style from './person.module.css'

type Message = PersonCardAnswer['messages'][number]

/** Mails and texts that were sent to this person, without what they say. */
export function PersonMessages({ card: { messages } }: { card: PersonCardAnswer }) {
  return (
    <Panel title={m.person_messages()}>
      <DataTable caption={m.person_messages()} columns={columns()} rows={messages} rowKey={({ id }) => id} empty={m.person_no_messages()} />
    </Panel>
  )
}

const states: Record<string, { word: () => string; tone: 'plain' | 'good' | 'due' | 'danger' }> = {
  queued: { word: m.messages_state_queued, tone: 'due' },
  sending: { word: m.messages_state_sending, tone: 'due' },
  sent: { word: m.messages_state_sent, tone: 'plain' },
  failed: { word: m.messages_state_failed, tone: 'danger' },
  unsure: { word: m.messages_state_unsure, tone: 'danger' },
}

const columns = (): Column<Message>[] => [
  {
    key: 'subject',
    head: m.person_subject(),
    isRowHead: true,
    cell: ({ channel, subject, createdAt }) => (
      <span className={style.named}>
        <span>{channel === 'sms' ? m.messages_channel_sms() : subject || m.messages_channel_mail()}</span>
        <span className={style.soft}>{formatMoment(new Date(createdAt), getLocale())}</span>
      </span>
    ),
  },
  {
    key: 'state',
    head: m.person_state(),
    cell: ({ state }) => <Chip tone={states[state]?.tone ?? 'plain'}>{states[state]?.word() ?? state}</Chip>,
  },
]
