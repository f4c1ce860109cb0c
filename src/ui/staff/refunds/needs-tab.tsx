import { m } from '#i18n/generated/messages.js'
import { formatMoney } from '#i18n/money.ts'
import type { ListedRefundAnswer } from '#modules/refunds/office-wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { Chip } from '#ui/kit/chip.tsx'
import { Queue, useOpenNext, type QueueEntry } from '#ui/staff/kit/queue.tsx'
import { ReadFailure } from '#ui/staff/kit/read-failure.tsx'
import { useQuery } from '@tanstack/react-query'
import { RefundPanel } from './refund-panel.tsx'
import { refundQueueQuery } from './refunds-queries.ts'
import { refundsAddress, type RefundsSearch } from './refunds-search.ts'
import { needWord } from './refunds-words.ts'

/** Refunds that need somebody: unclear answers first. After a decision the next one opens. */
export function NeedsTab({ search: { refund } }: { search: RefundsSearch }) {
  const read = useQuery(refundQueueQuery(useApi()))
  const { data } = read
  const entries = (data?.items ?? []).map(entryOf)
  const openNext = useOpenNext(entries, addressOf)
  return (
    <Queue
      label={m.refunds_tab_needs()}
      entries={entries}
      count={data?.count ?? 0}
      open={refund}
      addressOf={addressOf}
      now={new Date(data?.serverTime ?? 0)}
      empty={data ? m.refunds_none_needed() : <ReadFailure read={read} />}
    >
      {refund !== undefined && (
        <RefundPanel key={refund} refundNo={refund} closed={addressOf(undefined)} onDecided={() => openNext(refund)} />
      )}
    </Queue>
  )
}

const addressOf = (refund: string | undefined) => refundsAddress({ refund })

const entryOf = ({ refundNo, person, amount, need, causeText, createdAt }: ListedRefundAnswer): QueueEntry => ({
  key: refundNo,
  title: person.name || '—',
  note: `${refundNo} · ${causeText}`,
  mark: (
    <>
      {need && <Chip tone={need === 'answer' || need === 'twice' ? 'danger' : 'due'}>{needWord(need)}</Chip>}
      <span>{formatMoney(amount)}</span>
    </>
  ),
  since: createdAt,
})
