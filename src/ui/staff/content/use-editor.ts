import { m } from '#i18n/generated/messages.js'
import { useApi } from '#ui/session/use-api.ts'
import { useDraft } from '#ui/kit/draft.ts'
import { useViewer } from '#ui/session/viewer.ts'
import type { Choice } from '#ui/staff/kit/conflict-view.tsx'
import { today } from '#ui/staff/kit/today.ts'
import { useOneCall } from '#ui/staff/kit/use-staff-call.ts'
import { useScreenLive } from '#ui/staff/kit/use-staff-live.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { pathsOf, type ContentKind } from './content-kinds.ts'
import { contentKey, savedQuery, useContentCall } from './content-queries.ts'
import { bodyOf, changedIn, compareSides, emptyDraft, idOf, mergeSides, type Draft, type Saved } from './editor-draft.ts'

/** What is typed and not saved: based on the version that was read when typing began. */
type Typed = { base: Draft; version: number; draft: Draft }
type Kept = { typed: Typed | null }
type SavedId = { id: string | number; version: number }

/** What is typed, beside what is saved now. It is kept in this tab until it is saved, over a reload, a login and a change of language. */
function useTyped(kind: ContentKind, id: string | undefined, saved: Saved | undefined) {
  const viewer = useViewer()
  const [fresh] = useState(() => emptyDraft(kind, today()))
  const { values, change, clear } = useDraft<Kept>(`content ${viewer?.id ?? ''} ${kind} ${id ?? 'new'}`, { typed: null })
  const theirs = saved?.draft ?? fresh
  const { typed } = values
  const isDirty = typed !== null && changedIn(typed.base, typed.draft).length > 0
  const now: Typed = isDirty ? typed : { base: theirs, version: saved?.version ?? 0, draft: theirs }
  // Uploads end later than they began: each adds to what is typed by then.
  const latest = useRef(now)
  useEffect(() => {
    latest.current = now
  })
  const sides = { base: now.base, mine: now.draft, theirs }
  const { contested, taken } = compareSides(sides)
  return {
    now,
    isDirty,
    contested,
    taken,
    isOvertaken: isDirty && saved !== undefined && saved.version !== now.version && contested.length + taken.length > 0,
    clear,
    edit(patch: Partial<Draft> | ((before: Draft) => Partial<Draft>)): void {
      const { draft, ...from } = latest.current
      latest.current = { ...from, draft: { ...draft, ...(typeof patch === 'function' ? patch(draft) : patch) } }
      change({ typed: latest.current })
    },
    merge: (choices: Record<string, Choice>) =>
      change({ typed: { base: theirs, version: saved?.version ?? 0, draft: mergeSides(sides, choices) } }),
  }
}

/** One article or story as it is being edited. What a colleague saves meanwhile is compared with it, and never overwritten unseen. */
export function useEditor(kind: ContentKind, id: string | undefined) {
  const api = useApi()
  const navigate = useNavigate()
  const read = useQuery(savedQuery(api, kind, id))
  const saved = read.data
  useScreenLive('/staff/content/edit', [contentKey])
  const call = useContentCall(kind)
  const { once, busy, refused, clearRefusal } = useOneCall()
  const { now, isDirty, contested, taken, isOvertaken, clear, edit, merge } = useTyped(kind, id, saved)
  const [isComparing, setComparing] = useState(false)

  async function save(): Promise<string | undefined> {
    if (!isDirty && id !== undefined) return id
    const version = isOvertaken ? now.version : (saved?.version ?? 0)
    const body = bodyOf(kind, now.draft)
    const done = await once(() =>
      id === undefined
        ? call<SavedId>(pathsOf[kind].save, body, m.staff_content_saved())
        : call<SavedId>(pathsOf[kind].save, { id: idOf(kind, id), version, ...body }, { by: 'put', done: m.staff_content_saved() }),
    )
    if (!done) return undefined
    clear()
    if (id === undefined)
      await navigate({ to: '/staff/content/edit', search: { kind, id: String(done.id) }, replace: true, ignoreBlocker: true })
    return String(done.id)
  }

  return {
    kind,
    id,
    saved,
    value: now.draft,
    isDirty,
    busy,
    refused,
    contested,
    taken,
    save,
    edit,
    read,
    changed: isDirty ? changedIn(now.base, now.draft) : [],
    isOvertaken: isOvertaken && !busy,
    isComparing: isOvertaken && !busy && (isComparing || refused?.status === 409),
    compare: () => setComparing(true),
    discard: () => {
      clear()
      clearRefusal()
    },
    resolve(choices: Record<string, Choice>): void {
      merge(choices)
      setComparing(false)
      clearRefusal()
    },
  }
}

export type Editor = ReturnType<typeof useEditor>
