import { m } from '#i18n/generated/messages.js'
import type { MergePreviewAnswer } from '#modules/people/merge-wire.ts'
import type { PersonCardAnswer } from '#modules/people/wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { TextArea } from '#ui/kit/field.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { toast } from '#ui/kit/toast.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { ReadFailure } from '#ui/staff/kit/read-failure.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Candidate } from './choose-double.tsx'
import { mergePreviewKey, mergePreviewQuery } from './merge-queries.ts'
import { MergeSides } from './merge-sides.tsx'
import { followsLines, refusalText } from './merge-texts.ts'
import style from './merge.module.css'
import { personCardKey, personSearchKey } from './person-queries.ts'

type Props = { card: PersonCardAnswer; other: Candidate; onBack(): void; onClose(): void }

/** An account is kept rather than a guest; of two alike, the one whose card is open. */
const keptAtFirst = (card: PersonCardAnswer, other: Candidate): string => (card.isGuest && !other.isGuest ? other.id : card.id)

/** Both records side by side, what follows to the one that is kept, and the confirmation. */
export function ReviewMerge({ card, other, onBack, onClose }: Props) {
  const [keptId, setKeptId] = useState(keptAtFirst(card, other))
  const doubleId = keptId === card.id ? other.id : card.id
  const read = useQuery(mergePreviewQuery(useApi(), { keptId, doubleId }))
  const preview = read.data
  const { busy, refused, errorAt, form } = useMerge(preview, onClose)
  return (
    <form className={style.review} {...form}>
      {read.isLoading && <div className={style.waiting} role="progressbar" aria-label={m.nav_loading()} />}
      <ReadFailure read={read} missing={m.person_gone()} />
      {preview && <MergeSides preview={preview} firstId={card.id} onKeep={setKeptId} />}
      {preview && <Effects preview={preview} />}
      {preview?.refusals.length === 0 && (
        <TextArea name="reason" label={m.merge_reason()} maxLength={500} optional error={errorAt('reason')} />
      )}
      <FormProblem refused={refused} />
      <div className={style.buttons}>
        <StaffButton look="quiet" icon="left" onClick={onBack}>
          {m.merge_other()}
        </StaffButton>
        <StaffButton type="submit" look="danger" busy={busy} disabled={preview?.refusals.length !== 0}>
          {m.merge_confirm()}
        </StaffButton>
      </div>
    </form>
  )
}

function useMerge(preview: MergePreviewAnswer | undefined, onClose: () => void) {
  const api = useApi()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useSubmit(async (data) => {
    if (!preview) return
    const { kept, double, revision } = preview
    const reason = String(data.get('reason') ?? '').trim()
    try {
      await api.post('/api/Staff/Person/Merge', { keptId: kept.id, doubleId: double.id, revision, reason }, { silent: true })
    } catch (error) {
      // The preview is read again: it shows what somebody else has changed meanwhile.
      await queryClient.invalidateQueries({ queryKey: mergePreviewKey })
      throw error
    }
    toast('success', m.merge_done({ name: kept.name }))
    onClose()
    await navigate({ to: '/staff/people', search: (before) => ({ ...before, person: kept.id }), replace: true })
    for (const queryKey of [personCardKey, personSearchKey]) await queryClient.invalidateQueries({ queryKey })
  })
}

function Effects({ preview }: { preview: MergePreviewAnswer }) {
  const { refusals, kept, double } = preview
  if (refusals.length > 0)
    return (
      <Callout tone="error" title={m.merge_refused()} role="status">
        <ul className={style.reasons}>
          {refusals.map((code) => (
            <li key={code}>{refusalText[code]()}</li>
          ))}
        </ul>
      </Callout>
    )
  return (
    <section aria-live="polite">
      <h3>{m.merge_follows({ name: kept.name })}</h3>
      <ul className={style.effects}>
        {followsLines(preview).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className="note">
        {[
          double.isGuest ? m.merge_guest_ends() : m.merge_account_ends({ account: double.account }),
          !kept.isGuest && (double.isGuest ? m.merge_told_one() : m.merge_told_both()),
          m.merge_no_undo(),
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
    </section>
  )
}
