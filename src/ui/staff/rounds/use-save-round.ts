import { ApiProblem } from '#client/api-problem.ts'
import { m } from '#i18n/generated/messages.js'
import type { PreviewRoundAnswer, StaffRound } from '#modules/preorders/season-wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { toast } from '#ui/kit/toast.tsx'
import { refusalOf, type Refused } from '#ui/kit/use-submit.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { bodyOf, type RoundDraft } from './round-draft.ts'
import { roundsKey } from './rounds-queries.ts'

type Preview = PreviewRoundAnswer & { shownFacility: number | undefined }

/** Previews a round and saves it, based on the version that was read when typing began. */
export function useSaveRound(base: StaffRound | undefined, draft: RoundDraft, onSaved: () => void) {
  const api = useApi()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [preview, setPreview] = useState<Preview>()
  const [busy, setBusy] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const [refused, setRefused] = useState<Refused>()
  const errors = useMemo(() => new Map((refused?.errors ?? []).map(({ path, message }) => [path, message])), [refused])

  async function run(work: () => Promise<void>): Promise<void> {
    if (busy) return
    setBusy(true)
    setRefused(undefined)
    try {
      await work()
    } catch (error) {
      setRefused(refusalOf(error, Date.now()))
      // Wrong fields are shown in the form; another version is compared with it.
      setPreview(undefined)
      if (error instanceof ApiProblem && error.code === 'changed_meanwhile') await queries.invalidateQueries({ queryKey: roundsKey })
    } finally {
      setBusy(false)
    }
  }
  const body = { ...bodyOf(draft, base), ...(base ? { id: base.id } : {}) }
  return {
    preview,
    busy,
    refused,
    errors,
    isSaved,
    back: () => setPreview(undefined),
    look: (previewFacility: number | undefined) =>
      run(async () => {
        const asked = { ...body, ...(previewFacility ? { previewFacility } : {}) }
        const answer = await api.post<PreviewRoundAnswer>('/api/Staff/Round/Preview', asked, { silent: true })
        setPreview({ ...answer, shownFacility: previewFacility ?? answer.facilities[0]?.id })
      }),
    save: () =>
      run(async () => {
        const saved = base
          ? await api.put<{ id: number }>('/api/Staff/Round', { ...body, version: base.version }, { silent: true })
          : await api.post<{ id: number }>('/api/Staff/Round', body, { silent: true })
        setSaved(true)
        toast('success', m.rounds_setup_saved())
        await queries.invalidateQueries({ queryKey: roundsKey })
        setPreview(undefined)
        onSaved()
        if (!base) await navigate({ to: '/staff/rounds', search: { round: String(saved.id), tab: 'setup' } })
      }),
  }
}
