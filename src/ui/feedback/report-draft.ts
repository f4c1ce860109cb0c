import type { ReportKind, WaterKind } from '#modules/feedback/rules.ts'
import type { UploadedFile } from '#modules/files/wire.ts'
import type { CodeSent } from '#ui/accounts/mobile-code.tsx'
import { dropDraft, keepDraft, useDraft } from '#ui/kit/draft.ts'
import { useEffect, useEffectEvent, useRef } from 'react'

/** What was typed. The code is not in it. */
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

/** A visitor's draft is nobody's; who goes to the login from it finds it again as a member. */
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

  /** Several photos arrive at once: each is added to what is there at that moment. */
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
