import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { say } from '#i18n/words.ts'
import { categoryWord } from '#ui/content/content-words.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { Chip } from '#ui/kit/chip.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { SaveBar } from '#ui/staff/kit/save-bar.tsx'
import { ConflictView } from '#ui/staff/kit/conflict-view.tsx'
import { CheckInput, DayField, FieldErrorsProvider, FormGrid, SelectInput } from '#ui/staff/kit/fields.tsx'
import { ReadFailure } from '#ui/staff/kit/read-failure.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { Panel, StaffPage } from '#ui/staff/kit/staff-page.tsx'
import { TabLink, TabLinks } from '#ui/staff/kit/tab-links.tsx'
import { UnsavedGuard } from '#ui/staff/kit/unsaved-guard.tsx'
import { useEffect, useEffectEvent } from 'react'
import { Attachments } from './attachments.tsx'
import { categoriesOf } from './content-kinds.ts'
import { editorViews, editView, type EditSearch, type EditView } from './content-search.ts'
import { fieldWord, kindWord, listWords, sayMoment, standingTone, standingWord, valueWord } from './content-words.ts'
import { EditorActions } from './editor-actions.tsx'
import type { Draft } from './editor-draft.ts'
import { HistoryView } from './history-view.tsx'
import { LanguageColumns } from './language-columns.tsx'
import { PreviewView } from './preview-view.tsx'
import { StoryPictures } from './story-pictures.tsx'
import { useEditor, type Editor } from './use-editor.ts'

/** One article or story: its texts in both languages, its preview and its history. */
export function EditorScreen({ search }: { search: EditSearch }) {
  const asked = editView(search)
  // Not by its id: when something new is saved it gets one, and an open sheet stays open.
  return <EditorPage key={asked.kind} asked={asked} />
}

function EditorPage({ asked }: { asked: EditView }) {
  const { kind, id, view, version } = asked
  const editor = useEditor(kind, id)
  const { value, saved, read, isDirty, isComparing } = editor
  useSaveKey(editor)
  const back = { to: `/staff/content?kind=${kind}`, label: m.staff_screen_content() }
  if (!saved && (read.isPaused || read.errorUpdateCount > 0))
    return (
      <StaffPage title={m.staff_screen_content()} back={back}>
        <ReadFailure read={read} missing={m.staff_content_missing()}>
          {m.staff_content_missing_text()}
        </ReadFailure>
      </StaffPage>
    )
  return (
    <StaffPage
      title={titleOf(value) || m.staff_content_new({ kind: kindWord[kind]() })}
      lead={<StandingLine editor={editor} />}
      back={back}
      actions={<EditorActions editor={editor} />}
      tabs={<ViewTabs asked={asked} />}
    >
      <UnsavedGuard isDirty={isDirty} keepsDraft />
      <ChangedNote editor={editor} />
      {isComparing ? (
        <Compare editor={editor} />
      ) : (
        <>
          {view === 'write' && (id === undefined || saved) && <WriteView editor={editor} />}
          {view === 'preview' && (id === undefined || saved) && <PreviewView editor={editor} />}
          {view === 'history' && <HistoryView editor={editor} version={version} />}
        </>
      )}
      {isDirty && !isComparing && <DirtyBar editor={editor} />}
    </StaffPage>
  )
}

const titleOf = ({ titleTw, titleEn }: Draft) => say({ tw: titleTw, en: titleEn }, getLocale())

/** Ctrl-S saves, as everywhere. */
function useSaveKey(editor: Editor): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== 's') return
    event.preventDefault()
    if (!document.querySelector('dialog[open]') && !editor.isComparing) void editor.save()
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

function StandingLine({ editor: { saved } }: { editor: Editor }) {
  const standing = saved?.standing ?? 'draft'
  return (
    <span className="facts">
      <Chip tone={standingTone[standing]}>{standingWord[standing]()}</Chip>
      {saved && standing === 'scheduled' && <span>{m.staff_content_from({ when: sayMoment(saved.publishAt) })}</span>}
      {saved?.expiresAt && <span>{m.staff_content_until({ when: sayMoment(saved.expiresAt) })}</span>}
      {saved?.savedAt && (
        <span>{m.staff_content_saved_by({ who: saved.savedBy ?? m.staff_conflict_somebody(), when: sayMoment(saved.savedAt) })}</span>
      )}
    </span>
  )
}

const viewWord = { write: m.staff_content_write, preview: m.staff_content_preview, history: m.staff_content_history }

function ViewTabs({ asked: { kind, id, view } }: { asked: EditView }) {
  return (
    <TabLinks label={m.staff_content_views()}>
      {editorViews.map((one) => (
        <TabLink
          key={one}
          to="/staff/content/edit"
          search={{ kind, id, view: one === 'write' ? undefined : one }}
          here={one === view}
          resetScroll={false}
        >
          {viewWord[one]()}
        </TabLink>
      ))}
    </TabLinks>
  )
}

/** While somebody types, a colleague has saved: who it was, with the way to compare. */
function ChangedNote({ editor: { isOvertaken, isComparing, saved, compare } }: { editor: Editor }) {
  if (!isOvertaken || isComparing) return null
  return (
    <Callout
      tone="due"
      role="status"
      title={m.staff_changed_note({ who: saved?.savedBy ?? m.staff_conflict_somebody() })}
      action={<StaffButton onClick={compare}>{m.staff_changed_note_look()}</StaffButton>}
    >
      {m.staff_changed_note_text()}
    </Callout>
  )
}

function Compare({ editor: { kind, saved, value, contested, taken, resolve } }: { editor: Editor }) {
  return (
    <ConflictView
      changedBy={saved?.savedBy ?? null}
      changedAt={saved?.savedAt ?? null}
      fields={contested.map((field) => ({
        key: field,
        label: fieldWord(field, kind),
        mine: valueWord(field, value),
        theirs: saved ? valueWord(field, saved.draft) : '',
      }))}
      taken={taken.map((field) => fieldWord(field, kind))}
      onResolve={resolve}
    />
  )
}

function WriteView({ editor }: { editor: Editor }) {
  const { kind, value, edit, refused } = editor
  const errors = new Map(refused?.errors.map(({ path, message }) => [path, message]))
  return (
    <FieldErrorsProvider value={errors}>
      <Panel>
        <FormGrid>
          {kind === 'stories' ? (
            <DayField path="day" label={m.staff_content_day()} value={value.day} onChange={(day) => edit({ day })} />
          ) : (
            <>
              <SelectInput
                path="category"
                label={m.staff_content_category()}
                value={value.category}
                onChange={(category) => edit({ category })}
              >
                {categoriesOf[kind].map((one) => (
                  <option key={one} value={one}>
                    {categoryWord(one)}
                  </option>
                ))}
              </SelectInput>
              <CheckInput
                label={m.staff_content_pinned()}
                hint={m.staff_content_pinned_hint()}
                checked={value.pinned}
                onChange={(pinned) => edit({ pinned })}
              />
            </>
          )}
        </FormGrid>
        <LanguageColumns editor={editor} />
        {kind === 'stories' ? (
          <StoryPictures pictures={value.pictures} onChange={(pictures) => edit({ pictures })} />
        ) : (
          <Attachments files={value.files} onChange={(change) => edit((before) => ({ files: change(before.files) }))} />
        )}
      </Panel>
    </FieldErrorsProvider>
  )
}

const DirtyBar = ({ editor: { kind, changed, busy, refused, save, discard } }: { editor: Editor }) => (
  <SaveBar changed={listWords(changed, kind)} busy={busy} sendLabel={m.staff_content_save()} onSend={() => void save()} onDiscard={discard}>
    <FormProblem refused={refused} />
  </SaveBar>
)
