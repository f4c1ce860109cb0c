import { formatMoment } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { maxNote } from '#modules/people/merge-rules.ts'
import type { PersonCardAnswer } from '#modules/people/wire.ts'
import { TextArea } from '#ui/kit/field.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { AskSheet } from '#ui/staff/kit/ask-sheet.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { Panel } from '#ui/staff/kit/staff-page.tsx'
import { useRef, useState } from 'react'
import style from './person.module.css'
import { usePersonCall } from './person-queries.ts'

type Note = PersonCardAnswer['notes'][number]

/** Notes of colleagues, newest first. */
export function PersonNotes({ card: { id, notes } }: { card: PersonCardAnswer }) {
  const [removed, setRemoved] = useState<Note>()
  return (
    <Panel title={m.person_notes()} lead={m.person_notes_lead()}>
      <NewNote id={id} />
      {notes.length > 0 && (
        <ul className={style.list} aria-label={m.person_notes()}>
          {notes.map((note) => (
            <li key={note.id}>
              <p>{note.text}</p>
              <span className={style.soft}>
                {note.byName} · {formatMoment(new Date(note.at), getLocale())}
              </span>
              <StaffButton icon="remove" look="quiet" iconOnly onClick={() => setRemoved(note)}>
                {m.person_note_remove()}
              </StaffButton>
            </li>
          ))}
        </ul>
      )}
      {removed && <RemoveNote note={removed} onClose={() => setRemoved(undefined)} />}
    </Panel>
  )
}

/** Doubles of the person that were merged, newest first. */
export function PersonMerges({ card: { merges } }: { card: PersonCardAnswer }) {
  if (merges.length === 0) return null
  return (
    <Panel title={m.person_merges()}>
      <ul className={style.list} aria-label={m.person_merges()}>
        {merges.map(({ at, by, reason, wasGuest, orders }) => (
          <li key={at}>
            <p>{(wasGuest ? m.person_merged_guest : m.person_merged_member)({ orders })}</p>
            <span className={style.soft}>
              {[by || m.person_merged_by_registering(), formatMoment(new Date(at), getLocale()), reason].filter(Boolean).join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function NewNote({ id }: { id: string }) {
  const call = usePersonCall()
  const [text, setText] = useState('')
  // One id for each note: sent again because its answer was lost, it is written once.
  const noteId = useRef(crypto.randomUUID())
  const { busy, refused, errorAt, form } = useSubmit(async () => {
    await call('/api/Staff/Person/Note', { id, noteId: noteId.current, text }, m.person_noted())
    noteId.current = crypto.randomUUID()
    setText('')
  })
  return (
    <form className="stack" {...form}>
      <TextArea
        id="person-note"
        name="text"
        label={m.person_note_new()}
        maxLength={maxNote}
        value={text}
        error={errorAt('text')}
        onChange={({ target }) => {
          // Another text is another note.
          noteId.current = crypto.randomUUID()
          setText(target.value)
        }}
      />
      <FormProblem refused={refused} />
      <div>
        <StaffButton type="submit" icon="plus" busy={busy}>
          {m.person_note_add()}
        </StaffButton>
      </div>
    </form>
  )
}

function RemoveNote({ note: { id: noteId, text }, onClose }: { note: Note; onClose(): void }) {
  const call = usePersonCall()
  return (
    <AskSheet
      title={m.person_note_remove_title()}
      effects={[text]}
      confirmLabel={m.person_note_remove()}
      isDangerous
      onSend={() => call('/api/Staff/Person/Note/Remove', { noteId }, m.person_note_removed())}
      onClose={onClose}
    />
  )
}
