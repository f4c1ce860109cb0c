import type { ReportKind, WaterKind } from '#modules/feedback/rules.ts'
import type { UploadedFile } from '#modules/files/wire.ts'
import type { CodeSent } from '#ui/accounts/mobile-code.tsx'
import { dropDraft, keepDraft, useDraft } from '#ui/kit/draft.ts'
import { useEffect, useEffectEvent, useRef } from 'react'

/** Values of the report form. Without the code. */
export type ReportDraft = {
  facilityId: number
  courtId: number
  title: string
  kind: WaterKind | ''
  description: string
  contactName: string
  contactPhone: string
  mobile: string
  codeSent: CodeSent | undefined
  photos: UploadedFile[]
}

const empty: ReportDraft = {
  facilityId: 0,
  courtId: 0,
  title: '',
  kind: '',
  description: '',
  contactName: '',
  contactPhone: '',
  mobile: '',
  codeSent: undefined,
  photos: [],
}

const keyOf = (kind: ReportKind, who: string | undefined) => `report:${kind}:${who ?? 'visitor'}`
const handover = (kind: ReportKind) => `report:${kind}:login`

type Known = Partial<ReportDraft> & { memberId: string | undefined }

/** Draft of a report. A visitor's draft belongs to nobody: after a login the member continues it. */
export function useReportDraft(kind: ReportKind, { memberId, ...known }: Known) {
  const key = keyOf(kind, memberId)
  const { values, change, clear } = useDraft<ReportDraft>(key, { ...empty, ...known })
  const handed = useDraft<Partial<ReportDraft>>(handover(kind), {}).values
  const photos = useRef(values.photos)
  const take = useEffectEvent(() => {
    photos.current = values.photos
    if (memberId === undefined || Object.keys(handed).length === 0) return
    keepDraft(key, handed)
    dropDraft(handover(kind))
  })
  useEffect(() => take())

  /** Photos are uploaded in parallel: each is added to the state of that moment. */
  const setPhotos = (next: (before: UploadedFile[]) => UploadedFile[]) => {
    photos.current = next(photos.current)
    change({ photos: photos.current })
  }
  return {
    values,
    change,
    clear,
    setPhotos,
    handOver: () => {
      const { mobile: _, codeSent: __, contactPhone: ___, ...rest } = values
      keepDraft(handover(kind), rest)
    },
  }
}
