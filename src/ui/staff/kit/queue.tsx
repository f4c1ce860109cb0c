import { m } from '#i18n/generated/messages.js'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { ageOf } from './age.ts'
import { ListAndPanel } from './list-and-panel.tsx'
import { entryAfter } from './queue-order.ts'
import style from './queue.module.css'
import { toLocation } from '#ui/kit/to-location.ts'
import { listRow } from './use-list-keys.ts'

export type QueueEntry = {
  key: string
  title: ReactNode
  /** Second line. */
  note?: ReactNode
  /** At the end of the line, such as an amount or a state. */
  mark?: ReactNode
  /** Since when it waits; left out for what is decided, which has no age. */
  since?: string
}

type Props = Pick<ComponentProps<typeof ListAndPanel>, 'filters' | 'isWidePanel'> & {
  /** Says what the list holds; for screen readers. */
  label: string
  /** In the order in which they are worked on: what waits, oldest first. */
  entries: readonly QueueEntry[]
  /** Entries in all, if the list shows only the first ones. */
  count?: number
  open: string | undefined
  /** The address of the screen with this entry open; with nothing open for undefined. */
  addressOf: (key: string | undefined) => string
  /** The server's clock, from the answer: the ages are counted from it. */
  now: Date
  empty: ReactNode
  /** Below the list, such as a link to further entries. */
  more?: ReactNode
  /** The open entry, in an OpenPanel. */
  children: ReactNode
}

/** A queue of the office: how much waits and how long, its entries, and the open one beside them, by the keys of lists. */
export function Queue({
  filters,
  label,
  entries,
  count = entries.length,
  open,
  addressOf,
  now,
  empty,
  more,
  isWidePanel,
  children,
}: Props) {
  const waits = entries.flatMap(({ since }) => since ?? []).toSorted()
  const list = (
    <>
      <p className={style.count} role="status">
        {entries.length > 0 && m.staff_queue_count({ count })}
        {waits[0] && <> · {m.today_oldest({ age: ageOf(new Date(waits[0]), now) })}</>}
      </p>
      {entries.length === 0 && <div className="nothing">{empty}</div>}
      {entries.length > 0 && (
        <ol className={style.entries} aria-label={label}>
          {entries.map((entry) => (
            <li key={entry.key} {...listRow}>
              <EntryLink entry={entry} isOpen={entry.key === open} address={addressOf(entry.key)} now={now} />
            </li>
          ))}
        </ol>
      )}
      {more}
    </>
  )
  return <ListAndPanel filters={filters} list={list} panel={open !== undefined && children} isWidePanel={isWidePanel} />
}

function EntryLink({ entry, isOpen, address, now }: { entry: QueueEntry; isOpen: boolean; address: string; now: Date }) {
  const { title, note, mark, since } = entry
  return (
    <Link {...toLocation(address)} className={style.entry} aria-current={isOpen ? 'true' : undefined} resetScroll={false}>
      <span className={style.title}>{title}</span>
      {note !== undefined && <small className={style.note}>{note}</small>}
      <span className={style.mark}>{mark}</span>
      <small className={style.age}>{since && ageOf(new Date(since), now)}</small>
    </Link>
  )
}

/** Opens what comes after a decided entry: the next one of the list as it was, else the one before, else nothing. */
export function useOpenNext(entries: readonly QueueEntry[], addressOf: Props['addressOf']): (decided: string) => Promise<void> {
  const navigate = useNavigate()
  return (decided) => navigate({ ...toLocation(addressOf(entryAfter(entries, decided))), resetScroll: false })
}
