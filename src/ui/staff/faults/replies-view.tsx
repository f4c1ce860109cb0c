import { m } from '#i18n/generated/messages.js'
import type { RepliesAnswer } from '#modules/feedback/wire.ts'
import { longest } from '#modules/feedback/rules.ts'
import { useApi } from '#ui/session/use-api.ts'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { FieldErrorsProvider, focusField, TextAreaInput, TextInput } from '#ui/staff/kit/fields.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { Panel } from '#ui/staff/kit/staff-page.tsx'
import { UnsavedGuard } from '#ui/staff/kit/unsaved-guard.tsx'
import { refusedNow, useOneCall, useStaffCall } from '#ui/staff/kit/use-staff-call.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { repliesQuery } from './faults-queries.ts'
import style from './faults.module.css'

type Reply = RepliesAnswer['items'][number]

/** The replies as they are typed, and saving them. */
function useReplies() {
  const api = useApi()
  const queries = useQueryClient()
  const { data } = useQuery(repliesQuery(api))
  const [typed, setTyped] = useState<RepliesAnswer>()
  const call = useStaffCall()
  const { revision, items } = typed ?? data ?? { revision: '', items: [] }
  const { once, busy, refused } = useOneCall(async (error) => {
    const why = refusedNow(error)
    // What is typed stays; saving again replaces what the colleague wrote.
    if (why.code === 'replies_changed') {
      const newer = await queries.fetchQuery({ ...repliesQuery(api), staleTime: 0 }).catch(() => undefined)
      if (newer) setTyped({ revision: newer.revision, items })
    }
    return why
  })
  async function save(): Promise<void> {
    const how = { by: 'put', done: m.staff_replies_saved() } as const
    const saved = await call<RepliesAnswer>('/api/Staff/Report/Replies', { revision, items }, how)
    queries.setQueryData(repliesQuery(api).queryKey, saved)
    setTyped(undefined)
  }
  return {
    items,
    busy,
    refused,
    save: () => once(save),
    isRead: data !== undefined,
    isDirty: typed !== undefined && JSON.stringify(typed.items) !== JSON.stringify(data?.items),
    edit: (next: Reply[]) => setTyped({ revision, items: next }),
    discard: () => setTyped(undefined),
  }
}

/** Ready replies in both languages and their order; for managers. */
export function RepliesView() {
  const { items, busy, refused, save, isRead, isDirty, edit, discard } = useReplies()
  if (!isRead) return null
  const put = (n: number, patch: Partial<Reply>) => edit(items.map((one, k) => (k === n ? { ...one, ...patch } : one)))
  const errors = new Map(refused?.errors.map(({ path, message }) => [path, message]))
  return (
    <FieldErrorsProvider value={errors}>
      <UnsavedGuard isDirty={isDirty} />
      <p className="note">{m.staff_replies_lead()}</p>
      {items.map((reply, n) => (
        <ReplyFields
          // oxlint-disable-next-line react/no-array-index-key
          key={n}
          {...{ reply, n }}
          count={items.length}
          onChange={(patch) => put(n, patch)}
          onMove={(to) => edit(swapped(items, n, to))}
          onRemove={() => edit(items.filter((_, k) => k !== n))}
        />
      ))}
      <FormProblem refused={refused} />
      <div className="cluster">
        <StaffButton
          icon="plus"
          onClick={() => {
            edit([...items, { titleTw: '', titleEn: '', textTw: '', textEn: '' }])
            focusField(`items.${items.length}.titleTw`)
          }}
        >
          {m.staff_replies_add()}
        </StaffButton>
        {isDirty && <StaffButton onClick={discard}>{m.staff_discard()}</StaffButton>}
        {isDirty && (
          <StaffButton look="primary" busy={busy} onClick={() => void save()} data-sends>
            {m.staff_content_save()}
          </StaffButton>
        )}
      </div>
    </FieldErrorsProvider>
  )
}

function swapped(items: readonly Reply[], from: number, to: number): Reply[] {
  const next = [...items]
  ;[next[from], next[to]] = [next[to]!, next[from]!]
  return next
}

type FieldsProps = {
  reply: Reply
  n: number
  count: number
  onChange(patch: Partial<Reply>): void
  onMove(to: number): void
  onRemove(): void
}

function ReplyFields({ reply, n, count, onChange, onMove, onRemove }: FieldsProps) {
  const name = reply.titleTw || m.staff_replies_n({ n: n + 1 })
  const field = (key: keyof Reply, label: string, lang: string, optional = false) => ({
    path: `items.${n}.${key}`,
    label,
    lang,
    optional,
    value: reply[key],
    onChange: (text: string) => onChange({ [key]: text }),
  })
  const [tw, en] = [m.staff_in_chinese(), m.staff_in_english()]
  return (
    <Panel
      title={m.staff_replies_n({ n: n + 1 })}
      actions={
        <>
          <StaffButton look="quiet" icon="up" iconOnly disabled={n === 0} onClick={() => onMove(n - 1)}>
            {m.staff_content_up({ name })}
          </StaffButton>
          <StaffButton look="quiet" icon="down" iconOnly disabled={n === count - 1} onClick={() => onMove(n + 1)}>
            {m.staff_content_down({ name })}
          </StaffButton>
          <StaffButton look="quiet" icon="remove" iconOnly onClick={onRemove}>
            {m.staff_content_remove({ name })}
          </StaffButton>
        </>
      }
    >
      <div className={style.pair}>
        <TextInput {...field('titleTw', `${m.staff_replies_title()}${tw}`, 'zh-Hant-TW')} maxLength={40} autoComplete="off" />
        <TextInput {...field('titleEn', `${m.staff_replies_title()}${en}`, 'en-GB', true)} maxLength={40} autoComplete="off" />
        <TextAreaInput {...field('textTw', `${m.staff_tickets_reply()}${tw}`, 'zh-Hant-TW')} rows={3} maxLength={longest.note} />
        <TextAreaInput {...field('textEn', `${m.staff_tickets_reply()}${en}`, 'en-GB', true)} rows={3} maxLength={longest.note} />
      </div>
    </Panel>
  )
}
