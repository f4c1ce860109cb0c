import { m } from '#i18n/generated/messages.js'
import { TextField } from '#ui/kit/field.tsx'
import { RadioChips } from '#ui/kit/radio-chips.tsx'
import { AskSheet } from '#ui/staff/kit/ask-sheet.tsx'
import { momentOf, typedOf } from '#ui/staff/kit/typed-moment.ts'
import { useState } from 'react'
import { pathsOf } from './content-kinds.ts'
import { useContentCall } from './content-queries.ts'
import { idOf } from './editor-draft.ts'
import type { Editor } from './use-editor.ts'

type When = 'now' | 'later'

/** Publishes now or later, for good or until a moment; what is typed is saved first. */
export function PublishSheet({ editor, onClose }: { editor: Editor; onClose(): void }) {
  const { kind, saved, isDirty, save } = editor
  const call = useContentCall(kind)
  const isAhead = saved?.standing === 'scheduled'
  const [when, setWhen] = useState<When>(isAhead ? 'later' : 'now')
  const [from, setFrom] = useState(isAhead ? typedOf(saved.publishAt) : '')
  const [until, setUntil] = useState(typedOf(saved?.expiresAt))
  const isShown = saved?.standing === 'shown'
  async function send(): Promise<void> {
    const id = await save()
    if (id === undefined) return
    const publishAt = when === 'later' ? momentOf(from) : undefined
    await call(pathsOf[kind].publish, { id: idOf(kind, id), ...(publishAt && { publishAt }), expiresAt: momentOf(until) ?? null })
  }
  return (
    <AskSheet
      title={isShown || isAhead ? m.staff_content_dates() : m.staff_content_publish()}
      effects={[
        when === 'later' ? m.staff_content_publish_later() : isShown ? m.staff_content_publish_keeps() : m.staff_content_publish_now(),
        ...(isDirty ? [m.staff_content_publish_saves()] : []),
      ]}
      confirmLabel={when === 'later' ? m.staff_content_schedule() : isShown ? m.staff_content_set_dates() : m.staff_content_publish()}
      check={() => (when === 'later' && momentOf(from) === undefined ? [{ path: 'publishAt', message: m.field_required() }] : [])}
      onClose={onClose}
      onSend={send}
    >
      {(errorAt) => <DateFields {...{ when, setWhen, from, setFrom, until, setUntil, isShown, errorAt }} />}
    </AskSheet>
  )
}

type FieldsProps = {
  when: When
  setWhen(when: When): void
  from: string
  setFrom(from: string): void
  until: string
  setUntil(until: string): void
  isShown: boolean
  errorAt(path: string): string | undefined
}

function DateFields({ when, setWhen, from, setFrom, until, setUntil, isShown, errorAt }: FieldsProps) {
  return (
    <div className="stack gap-4">
      <RadioChips<When>
        legend={m.staff_content_when()}
        value={when}
        options={[
          { value: 'now', label: isShown ? m.staff_content_since() : m.staff_content_at_once() },
          { value: 'later', label: m.staff_content_at_moment() },
        ]}
        onChange={setWhen}
      />
      {when === 'later' && (
        <TextField
          type="datetime-local"
          name="publishAt"
          label={m.staff_content_publish_at()}
          error={errorAt('publishAt')}
          value={from}
          onChange={({ target }) => setFrom(target.value)}
        />
      )}
      <TextField
        type="datetime-local"
        name="expiresAt"
        label={m.staff_content_expires_at()}
        optional
        error={errorAt('expiresAt')}
        value={until}
        onChange={({ target }) => setUntil(target.value)}
      />
    </div>
  )
}
