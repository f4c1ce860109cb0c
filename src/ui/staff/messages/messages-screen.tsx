import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatMoment, formatTime } from '#i18n/dates.ts'
import type { MessageListAnswer, StaffMessage } from '#modules/notifications/staff-wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { Pagination, paginationProps } from '#ui/kit/pagination.tsx'
import { FilterForm } from '#ui/staff/kit/filter-form.tsx'
import { DataTable, type Column } from '#ui/staff/kit/data-table.tsx'
import { StaffPage } from '#ui/staff/kit/staff-page.tsx'
import { TabLink, TabLinks } from '#ui/staff/kit/tab-links.tsx'
import { useScreenLive } from '#ui/staff/kit/use-staff-live.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { messagesKey, messagesQuery } from './message-queries.ts'
import { messageFilter, stateNames, type MessageSearch, channelNames, type MessageFilter } from './message-search.ts'
import { channelText, errorText, stateText } from '#ui/staff/kit/message-texts.ts'
import { ReadFailure } from '#ui/staff/kit/read-failure.tsx'
import style from './messages-screen.module.css'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { usePressCall } from '#ui/staff/kit/use-staff-call.ts'

/** Mails and texts with their state. What they say is shown to nobody. */
export function MessagesScreen({ search }: { search: MessageSearch }) {
  const filter = messageFilter(search)
  const navigate = useNavigate()
  const read = useQuery(messagesQuery(useApi(), filter))
  const { data } = read
  useScreenLive('/staff/settings/messages', [messagesKey])
  const { channel, state, recipient } = filter
  const tabs = (
    <TabLinks label={m.messages_states()}>
      <TabLink to="/staff/settings/messages" search={{ channel, recipient }} here={state === undefined}>
        {m.messages_all()}
      </TabLink>
      {stateNames.map((one) => (
        <TabLink key={one} to="/staff/settings/messages" search={{ channel, recipient, state: one }} here={state === one}>
          {stateText(one)} {data?.counts[one] ?? ''}
        </TabLink>
      ))}
    </TabLinks>
  )
  return (
    <StaffPage title={m.staff_screen_messages()} lead={m.messages_lead()} tabs={tabs}>
      <MessageFilters filter={filter} />
      <ReadFailure read={read} />
      {data && <Budget texts={data.texts} />}
      {data && (
        <DataTable
          caption={m.staff_screen_messages()}
          columns={columns()}
          rows={data.items}
          rowKey={({ id }) => id}
          empty={m.messages_none()}
        />
      )}
      {data && data.total > data.pageSize && (
        <Pagination
          {...paginationProps(
            filter,
            ({ page }) => void navigate({ to: '/staff/settings/messages', search: { channel, state, recipient, page } }),
          )}
          sizes={[50]}
          total={data.total}
        />
      )}
    </StaffPage>
  )
}

function Budget({ texts: { sent, limit, resetsAt, notices, waiting } }: Pick<MessageListAnswer, 'texts'>) {
  // Notices wait for their own share of the budget, or for all of it.
  const isShareSpent = notices.sent >= notices.limit
  const isWaiting = waiting > 0 && (isShareSpent || sent >= limit)
  return (
    <p className={style.budget} data-spent={sent >= limit || isWaiting || undefined}>
      {sent === 0 ? m.messages_budget_unused({ limit }) : m.messages_budget({ sent, limit, until: formatTime(new Date(resetsAt)) })}
      {isWaiting && (
        <b>
          {' '}
          {m.messages_budget_notices({
            limit: notices.limit,
            waiting,
            until: formatTime(new Date(isShareSpent ? notices.resetsAt : resetsAt)),
          })}
        </b>
      )}
      {sent >= limit && <b> {m.messages_budget_spent()}</b>}
    </p>
  )
}

const columns = (): Column<StaffMessage>[] => [
  { key: 'created', head: m.messages_column_created(), cell: ({ createdAt }) => formatMoment(new Date(createdAt), getLocale()) },
  { key: 'channel', head: m.messages_column_channel(), cell: ({ channel }) => channelText(channel) },
  { key: 'recipient', head: m.messages_column_recipient(), isRowHead: true, cell: ({ recipient }) => recipient },
  { key: 'subject', head: m.messages_column_subject(), isWide: true, cell: ({ subject }) => subject ?? '—' },
  { key: 'state', head: m.messages_column_state(), cell: (message) => <State message={message} /> },
  { key: 'again', head: m.messages_column_action(), cell: (message) => (message.canResend ? <ResendButton id={message.id} /> : null) },
]

function State({ message: { state, tries, error } }: { message: StaffMessage }) {
  return (
    <div className={style.state} data-state={state}>
      <b>{stateText(state)}</b>
      {state !== 'sent' && tries > 0 && <span> {m.messages_tries({ tries })}</span>}
      {error && <p>{errorText(error)}</p>}
    </div>
  )
}

/** Pressed twice it sends once: the second call is refused, because the message waits already. */
function ResendButton({ id }: { id: string }) {
  const { call, busy } = usePressCall([messagesKey])
  return (
    <StaffButton icon="restore" busy={busy} onClick={() => void call('/api/Staff/Message/Resend', { id })}>
      {m.messages_resend()}
    </StaffButton>
  )
}

function MessageFilters({ filter }: { filter: MessageFilter }) {
  const navigate = useNavigate()
  const apply = ({ channel, recipient }: MessageSearch) => {
    const search = { channel: channel || undefined, recipient: recipient || undefined, state: filter.state }
    void navigate({ to: '/staff/settings/messages', search })
  }
  return (
    <FilterForm<MessageSearch>
      label={m.staff_screen_messages()}
      search={filter}
      words={{ name: 'recipient', label: m.messages_filter_recipient(), maxLength: 100 }}
      choices={[
        {
          name: 'channel',
          label: m.messages_column_channel(),
          every: m.messages_channel_both(),
          options: channelNames.map((value) => ({ value, label: channelText(value) })),
        },
      ]}
      onApply={apply}
    />
  )
}
