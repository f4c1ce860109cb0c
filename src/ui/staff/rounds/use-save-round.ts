import { m } from '#i18n/generated/messages.js'
import type { PreviewRoundAnswer, StaffRound } from '#modules/preorders/season-wire.ts'
import { refusedNow, useOneCall, useStaffCall } from '#ui/staff/kit/use-staff-call.ts'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { bodyOf, type RoundDraft } from './round-draft.ts'
import { roundsKey } from './rounds-queries.ts'

type Preview = PreviewRoundAnswer & { shownFacility: number | undefined }

/** Previews a round and saves it, based on the version that was read when typing began. */
export function useSaveRound(base: StaffRound | undefined, draft: RoundDraft, onSaved: () => void) {
  const call = useStaffCall([roundsKey])
  const look = useStaffCall()
  const navigate = useNavigate()
  const [preview, setPreview] = useState<Preview>()
  const [isSaved, setSaved] = useState(false)
  const { once, busy, refused } = useOneCall((error) => {
    // Wrong fields are shown in the form; another version is compared with it.
    setPreview(undefined)
    return refusedNow(error)
  })
  const errors = useMemo(() => new Map((refused?.errors ?? []).map(({ path, message }) => [path, message])), [refused])
  const body = { ...bodyOf(draft, base), ...(base ? { id: base.id } : {}) }
  return {
    preview,
    busy,
    refused,
    errors,
    isSaved,
    back: () => setPreview(undefined),
    look: (previewFacility: number | undefined) =>
      once(async () => {
        const asked = { ...body, ...(previewFacility ? { previewFacility } : {}) }
        const answer = await look<PreviewRoundAnswer>('/api/Staff/Round/Preview', asked)
        setPreview({ ...answer, shownFacility: previewFacility ?? answer.facilities[0]?.id })
      }),
    save: () =>
      once(async () => {
        const how = { done: m.rounds_setup_saved(), onAnswer: () => setSaved(true) }
        const saved = base
          ? await call<{ id: number }>('/api/Staff/Round', { ...body, version: base.version }, { ...how, by: 'put' })
          : await call<{ id: number }>('/api/Staff/Round', body, how)
        setPreview(undefined)
        onSaved()
        if (!base) await navigate({ to: '/staff/rounds', search: { round: String(saved.id), tab: 'setup' } })
      }),
  }
}
