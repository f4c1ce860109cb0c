import { m } from '#i18n/generated/messages.js'
import { diffText, type DiffPart } from '#lib/text-diff.ts'
import type { HistoryAnswer } from '#modules/content/publishing-wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { AskSheet } from '#ui/staff/kit/ask-sheet.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { pathsOf } from './content-kinds.ts'
import { historyQuery, useContentCall, versionQuery } from './content-queries.ts'
import { fieldWord, listWords, sayMoment, valueWord } from './content-words.ts'
import { changedIn, emptyDraft, idOf } from './editor-draft.ts'
import style from './history.module.css'
import type { Editor } from './use-editor.ts'

type Props = { editor: Editor; version: number | undefined }
type Version = HistoryAnswer['versions'][number]
type Entry = { at: string } & ({ version: Version } | { move: HistoryAnswer['moves'][number] })

/** Who saved, published and withdrew it; what each version changed; the way back to one. */
export function HistoryView({ editor, version }: Props) {
  const { kind, id } = editor
  const { data } = useQuery({ ...historyQuery(useApi(), kind, id ?? ''), enabled: id !== undefined })
  if (id === undefined) return <p>{m.staff_content_no_history()}</p>
  if (!data) return null
  const entries: Entry[] = [
    ...data.versions.map((one) => ({ at: one.savedAt, version: one })),
    ...data.moves.map((move) => ({ at: move.at, move })),
  ].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
  const open = data.versions.find((one) => one.version === version) ?? data.versions[0]
  return (
    <div className={style.both}>
      <ol className="stack gap-1" aria-label={m.staff_content_history()}>
        {entries.map((entry) =>
          'version' in entry ? (
            <li key={`v${entry.version.version}`}>
              <VersionLink editor={editor} entry={entry.version} isOpen={entry.version === open} />
            </li>
          ) : (
            <li key={`m${entry.at}${entry.move.action}`} className={style.move}>
              <MoveLine move={entry.move} />
            </li>
          ),
        )}
      </ol>
      {open && <OpenVersion key={open.version} editor={editor} open={open} before={data.versions[data.versions.indexOf(open) + 1]} />}
    </div>
  )
}

function VersionLink({ editor: { kind, id }, entry, isOpen }: { editor: Editor; entry: Version; isOpen: boolean }) {
  return (
    <Link
      to="/staff/content/edit"
      search={{ kind, id, view: 'history', version: String(entry.version) }}
      className={style.entry}
      aria-current={isOpen ? 'true' : undefined}
      resetScroll={false}
    >
      <b>{m.staff_content_version({ n: entry.version })}</b>
      <span>
        {entry.savedBy ?? m.staff_conflict_somebody()} · {sayMoment(entry.savedAt)}
      </span>
      <small>
        {entry.restoredFrom !== null && m.staff_content_restored_from({ n: entry.restoredFrom })}{' '}
        {entry.changed.length > 0 && m.staff_content_changed_fields({ what: listWords(entry.changed, kind) })}
      </small>
    </Link>
  )
}

function MoveLine({ move: { at, by, action, publishAt, expiresAt } }: { move: HistoryAnswer['moves'][number] }) {
  const isLater = publishAt !== null && Date.parse(publishAt) > Date.parse(at) + 60_000
  return (
    <>
      <b>
        {action === 'withdrawn'
          ? m.staff_content_was_withdrawn()
          : isLater
            ? m.staff_content_was_scheduled()
            : m.staff_content_was_published()}
      </b>
      <span>
        {by} · {sayMoment(at)}
      </span>
      {action === 'published' && (
        <small>
          {isLater && m.staff_content_from({ when: sayMoment(publishAt) })}{' '}
          {expiresAt && m.staff_content_until({ when: sayMoment(expiresAt) })}
        </small>
      )}
    </>
  )
}

type OpenProps = { editor: Editor; open: Version; before: Version | undefined }

/** One version beside the one before it. */
function OpenVersion({ editor, open, before }: OpenProps) {
  const { kind, id = '', saved } = editor
  const api = useApi()
  const { data: now } = useQuery(versionQuery(api, kind, id, open.version))
  const { data: was } = useQuery({ ...versionQuery(api, kind, id, before?.version ?? 1), enabled: before !== undefined })
  const [isAsking, setAsking] = useState(false)
  if (!now || (before && !was)) return null
  const earlier = was && before ? was : emptyDraft(kind, now.day)
  const fields = changedIn({ ...earlier, category: before ? earlier.category : now.category }, now)
  const isCurrent = saved?.version === open.version
  return (
    <section className={style.open} aria-label={m.staff_content_version({ n: open.version })}>
      <header className="bar gap-2">
        <h2>{before ? m.staff_content_difference({ n: open.version }) : m.staff_content_first({ n: open.version })}</h2>
        {isCurrent ? (
          <span className="soft">{m.staff_content_current()}</span>
        ) : (
          <StaffButton icon="restore" onClick={() => setAsking(true)}>
            {m.staff_content_restore()}
          </StaffButton>
        )}
      </header>
      {fields.length === 0 && <p>{m.staff_content_no_difference()}</p>}
      {fields.map((field) => (
        <div key={field}>
          <h3>{fieldWord(field, kind)}</h3>
          <p className={style.text} dir="auto">
            {diffText(valueWord(field, earlier), valueWord(field, now)).map((part, n) => (
              // Parts have nothing but their place; they hold no state.
              // oxlint-disable-next-line react/no-array-index-key
              <Part key={n} part={part} />
            ))}
          </p>
        </div>
      ))}
      {isAsking && saved && (
        <RestoreSheet editor={editor} version={saved.version} restored={open.version} onClose={() => setAsking(false)} />
      )}
    </section>
  )
}

/** Long stretches that did not change are shortened in the middle. */
function Part({ part: { kind, text } }: { part: DiffPart }) {
  if (kind === 'added') return <ins>{text}</ins>
  if (kind === 'removed') return <del>{text}</del>
  return <>{text.length > 240 ? `${text.slice(0, 100)} … ${text.slice(-100)}` : text}</>
}

type RestoreProps = { editor: Editor; version: number; restored: number; onClose(): void }

function RestoreSheet({ editor: { kind, id = '', saved, isDirty, discard }, version: latest, restored, onClose }: RestoreProps) {
  // Of the moment at which the sheet was opened: what a colleague has saved since is not replaced unseen.
  const [version] = useState(latest)
  const call = useContentCall(kind)
  const navigate = useNavigate()
  return (
    <AskSheet
      title={m.staff_content_restore_title({ n: restored })}
      effects={[
        m.staff_content_restore_effect(),
        ...(saved?.standing === 'shown' ? [m.staff_content_restore_shown()] : []),
        ...(isDirty ? [m.staff_content_restore_dirty()] : []),
      ]}
      confirmLabel={m.staff_content_restore()}
      onClose={onClose}
      onSend={async () => {
        await call(pathsOf[kind].restore, { id: idOf(kind, id), version, restored }, m.staff_content_restored({ n: restored }))
        discard()
        await navigate({ to: '/staff/content/edit', search: { kind, id, view: 'history' }, resetScroll: false })
      }}
    />
  )
}
