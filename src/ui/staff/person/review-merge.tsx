import { m } from '#i18n/generated/messages.js'
import type { MergePreviewAnswer, MergeSideWire } from '#modules/people/merge-wire.ts'
import type { PersonCardAnswer } from '#modules/people/wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { TextArea } from '#ui/kit/field.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { SheetActions } from '#ui/kit/sheet.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { ReadFailure } from '#ui/staff/kit/read-failure.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { useStaffCall } from '#ui/staff/kit/use-staff-call.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Candidate } from './choose-double.tsx'
import { mergePreviewKey, mergePreviewQuery } from './merge-queries.ts'
import style from './merge.module.css'
import { personCardKey, personSearchKey } from './person-queries.ts'
import { formatMoney } from '#i18n/money.ts'
import { formatDate } from '#i18n/dates.ts'
import { getLocale } from '#i18n/generated/runtime.js'
import { Chip } from '#ui/kit/chip.tsx'
import { RadioButton } from '#ui/kit/control.tsx'
import { Facts } from '#ui/kit/facts.tsx'

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
      <SheetActions
        main={
          <StaffButton type="submit" look="danger" busy={busy} disabled={preview?.refusals.length !== 0}>
            {m.merge_confirm()}
          </StaffButton>
        }
      >
        <StaffButton look="quiet" icon="left" onClick={onBack}>
          {m.merge_other()}
        </StaffButton>
      </SheetActions>
    </form>
  )
}

function useMerge(preview: MergePreviewAnswer | undefined, onClose: () => void) {
  const call = useStaffCall()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useSubmit(async (data) => {
    if (!preview) return
    const { kept, double, revision } = preview
    const reason = String(data.get('reason') ?? '').trim()
    try {
      await call('/api/Staff/Person/Merge', { keptId: kept.id, doubleId: double.id, revision, reason }, m.merge_done({ name: kept.name }))
    } catch (error) {
      // The preview is read again: it shows what somebody else has changed meanwhile.
      await queryClient.invalidateQueries({ queryKey: mergePreviewKey })
      throw error
    }
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

/** Why two records cannot be merged, and what helps. */
const refusalText = {
  account_into_guest: m.merge_why_account_into_guest,
  kept_unconfirmed: m.merge_why_kept_unconfirmed,
  merge_staff_refused: m.merge_why_staff,
  club_has_people: m.merge_why_club_people,
  both_are_communities: m.merge_why_communities,
  both_have_lockers: m.merge_why_lockers,
  both_under_review: m.merge_why_review,
  merge_needs_manager: m.merge_why_manager,
} as const satisfies Record<MergePreviewAnswer['refusals'][number], unknown>

/** What follows, a line each; what there is nothing of is left out. */
function followsLines({ follows, willSuspend }: MergePreviewAnswer): string[] {
  const { orders, coming, paid, givenBack, owed, preOrders, points, isSuspended, lockers, proofs, reports, ratings, notes } = follows
  const lines = [
    orders > 0 && m.merge_orders({ count: orders, coming }),
    (paid > 0 || givenBack > 0) && m.merge_money({ paid: formatMoney(paid), givenBack: formatMoney(givenBack) }),
    owed > 0 && m.merge_owed({ owed: formatMoney(owed) }),
    preOrders > 0 && m.merge_preorders({ count: preOrders }),
    lockers > 0 && m.merge_lockers({ count: lockers }),
    points > 0 && m.merge_points({ count: points }),
    isSuspended && m.merge_suspended(),
    willSuspend && m.merge_will_suspend(),
    proofs > 0 && m.merge_proofs({ count: proofs }),
    reports + ratings > 0 && m.merge_feedback({ count: reports + ratings }),
    notes > 0 && m.merge_notes({ count: notes }),
  ].filter((line) => line !== false)
  return lines.length > 0 ? lines : [m.merge_nothing()]
}

type MergeSidesProps = {
  preview: MergePreviewAnswer
  /** Stays on the left, whichever is kept. */ firstId: string
  onKeep(id: string): void
}

/** The two records beside each other; a radio button says which one is kept. */
function MergeSides({ preview: { kept, double }, firstId, onKeep }: MergeSidesProps) {
  const sides = kept.id === firstId ? [kept, double] : [double, kept]
  return (
    <fieldset className={style.sides}>
      <legend>{m.merge_which()}</legend>
      {sides.map((side) => (
        <label key={side.id} className={style.side} data-kept={side.id === kept.id || undefined}>
          <span className={style.who}>
            <RadioButton name="kept" value={side.id} checked={side.id === kept.id} onChange={() => onKeep(side.id)} />
            <strong>{side.name}</strong>
            {side.isGuest && <Chip>{m.counter_guest()}</Chip>}
            {side.id === kept.id ? <Chip tone="good">{m.merge_kept()}</Chip> : <Chip>{m.merge_ends()}</Chip>}
          </span>
          <Facts facts={factsOf(side)} />
        </label>
      ))}
    </fieldset>
  )
}

const day = (at: string) => formatDate(new Date(at), getLocale())

const factsOf = (side: MergeSideWire): ([string, string] | false)[] => [
  side.mobile !== '' && [m.person_mobile(), side.mobile],
  side.email !== '' && [m.person_email(), side.isConfirmed ? side.email : m.merge_unconfirmed({ email: side.email })],
  side.account !== '' && [m.person_account(), side.account],
  [m.person_identity(), side.identity],
  side.community !== null && [m.person_community(), side.community],
  [m.merge_since(), day(side.createdAt)],
  [m.merge_last_order(), side.lastOrderAt === null ? m.person_no_orders() : day(side.lastOrderAt)],
]
