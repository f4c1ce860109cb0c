import { m } from '#i18n/generated/messages.js'
import type { ReportKind } from '#modules/feedback/rules.ts'
import type { TicketAnswer } from '#modules/feedback/wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { useIsRestored } from '#ui/kit/persisted-store.ts'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { isLoggedIn, useViewer } from '#ui/session/viewer.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useReportDraft, type ReportDraft } from './report-draft.ts'
import { reportsKey, type Place } from './report-queries.ts'

/** Sends a report. The draft is kept until the server has answered with a number. */
export function useReport(kind: ReportKind, place: Place | null, onDone: (ticket: TicketAnswer) => void) {
  const api = useApi()
  const queryClient = useQueryClient()
  const viewer = useViewer()
  const member = isLoggedIn(viewer) ? viewer : undefined
  const [smsCode, setSmsCode] = useState('')
  const photosBusy = useRef(false)
  const draft = useReportDraft(kind, {
    memberId: member?.id,
    ...(member ? { contactName: member.name, contactPhone: member.mobile } : {}),
    ...place,
  })
  usePlaceFromSign(place, draft.change)

  const submit = useSubmit(
    async () => {
      const proof = member ? {} : { mobile: draft.values.mobile, smsCode }
      const path = kind === 'repair' ? '/api/Repair2' : '/api/Water'
      const ticket = await api.post<TicketAnswer>(path, { ...bodyOf(kind, draft.values, member !== undefined), ...proof })
      draft.clear()
      setSmsCode('')
      void queryClient.invalidateQueries({ queryKey: reportsKey })
      onDone(ticket)
    },
    { check: () => (photosBusy.current ? [{ path: 'photoIds', message: m.feedback_photos_busy() }] : []) },
  )
  return { draft, smsCode, setSmsCode, ...submit, noteBusy: (busy: boolean) => void (photosBusy.current = busy) }
}

/** Puts the scanned court into the draft, whatever court was chosen before. */
function usePlaceFromSign(place: Place | null, change: (patch: Place) => void): void {
  const restored = useIsRestored()
  const { courtId, facilityId } = place ?? {}
  const choose = useEffectEvent(change)
  useEffect(() => {
    if (restored && courtId !== undefined && facilityId !== undefined) choose({ courtId, facilityId })
  }, [restored, courtId, facilityId])
}

function bodyOf(kind: ReportKind, values: ReportDraft, isMember: boolean) {
  const { facilityId, courtId, description, photos, contactName } = values
  const contactPhone = isMember ? values.contactPhone : values.mobile
  const what =
    kind === 'repair' ? { title: values.title, contactName, contactPhone } : { kind: values.kind, ...(isMember ? { contactPhone } : {}) }
  return {
    venue1stId: facilityId,
    ...(courtId ? { venue2ndId: courtId } : {}),
    ...what,
    description,
    photoIds: photos.map(({ id }) => id),
  }
}
