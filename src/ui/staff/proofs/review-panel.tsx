import type { ApiProblem } from '#client/api-problem.ts'
import { formatDate, formatMoment } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { momentAt } from '#lib/zone.ts'
import type { ReviewAnswer } from '#modules/accounts/review-wire.ts'
import { Button } from '#ui/kit/button.tsx'
import { useApi } from '#ui/session/use-api.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { Chip } from '#ui/kit/chip.tsx'
import { Facts } from '#ui/kit/facts.tsx'
import { OpenPanel } from '#ui/staff/kit/list-and-panel.tsx'
import { ReadFailure } from '#ui/staff/kit/read-failure.tsx'
import { toLocation } from '#ui/kit/to-location.ts'
import { useKeys } from '#ui/staff/kit/use-keys.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { FileViewer, type ViewedFile } from './picture-viewer.tsx'
import { reviewQuery } from './proofs-queries.ts'
import { kindWord, stateTone, stateWord } from './proofs-words.ts'
import { ReviewForm } from './review-form.tsx'
import style from './proofs.module.css'
import type { Decision } from './use-review.ts'

type Props = {
  entryKey: string
  closed: string
  isBusy: boolean
  onDecide(entry: ReviewAnswer, decision: Decision): Promise<ApiProblem | undefined>
}

/** One proof or club: what was sent on one side, the person and the decision on the other. */
export function ReviewPanel({ entryKey, closed, isBusy, onDecide }: Props) {
  const read = useQuery(reviewQuery(useApi(), entryKey))
  const { data } = read
  const title = data ? (data.club?.name ?? data.person.name) : m.proofs_opening()
  return (
    <OpenPanel key={data ? 'read' : 'reading'} title={title} chip={data && <StateMark state={data.state} />} closed={closed}>
      <ReadFailure read={read} missing={m.proofs_missing()} />
      {data && <Inside entry={data} {...{ isBusy, onDecide }} />}
    </OpenPanel>
  )
}

export const StateMark = ({ state }: Pick<ReviewAnswer, 'state'>) => <Chip tone={stateTone(state)}>{stateWord(state)}</Chip>

function Inside({ entry, isBusy, onDecide }: { entry: ReviewAnswer } & Pick<Props, 'isBusy' | 'onDecide'>) {
  return (
    <div className={style.inside}>
      <Files entry={entry} />
      <div className={style.beside}>
        <About entry={entry} />
        {entry.state === 'under-review' ? (
          <ReviewForm entry={entry} isBusy={isBusy} onDecide={(decision) => onDecide(entry, decision)} />
        ) : (
          <Decided entry={entry} />
        )}
        {entry.earlier.length > 0 && <Earlier entry={entry} />}
      </div>
    </div>
  )
}

/** What was sent, and beside it earlier proofs of the same person; opening one is written to the audit log. */
function Files({ entry: { files, earlier, proof } }: { entry: ReviewAnswer }) {
  const before = earlier.flatMap(({ fileId, fileType, title, reviewedAt, state }): (ViewedFile & { label: string })[] =>
    fileId && reviewedAt
      ? [
          {
            id: fileId,
            name: title,
            type: fileType ?? '',
            label: `${formatDate(new Date(reviewedAt), getLocale())} ${title} ${stateWord(state)}`,
          },
        ]
      : [],
  )
  const all = [...files.map((file) => ({ ...file, label: file.name })), ...before]
  const [shownId, show] = useState(files[0]?.id)
  const shown = all.find(({ id }) => id === shownId)
  useKeys({ f: () => all.length > 1 && show(all[(all.findIndex(({ id }) => id === shownId) + 1) % all.length]!.id) })
  return (
    <section className="stack" aria-label={m.proofs_files()}>
      {files.length === 0 && <Callout title={proof?.isSeenAtDesk ? m.proofs_seen_at_desk() : m.proofs_no_files()} />}
      {shown && <FileViewer key={shown.id} file={shown} />}
      {all.length > 1 && (
        <ul className={style.choices} aria-label={m.proofs_files_choose()}>
          {all.map(({ id, label }) => (
            <li key={id}>
              <Button look="secondary" aria-pressed={id === shownId} onClick={() => show(id)}>
                {label}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function About({ entry: { person, proof, club, submittedAt, kind } }: { entry: ReviewAnswer }) {
  return (
    <>
      <p className="facts">
        <b>{person.name}</b>
        <Chip>{kindWord(kind)}</Chip>
        <Link {...toLocation(`/staff/people?person=${person.id}`)}>{m.staff_order_person()}</Link>
      </p>
      <Facts
        facts={[
          proof && [m.proofs_identity(), proof.identity],
          proof && proof.current !== proof.identity && [m.proofs_current(), proof.current],
          club && [m.proofs_club_name(), club.name],
          club && [m.proofs_registration(), club.registrationNo],
          club && [m.proofs_representative(), club.representative],
          [m.proofs_account(), person.account],
          person.mobile !== '' && [m.staff_order_mobile(), person.mobile],
          [m.proofs_sent(), formatMoment(new Date(submittedAt), getLocale())],
        ]}
      />
      {club && club.same.length > 0 && (
        <Callout tone="due" title={m.proofs_same_number()}>
          {club.same.map(({ memberId, name, state }) => (
            <p key={memberId}>
              <Link {...toLocation(`/staff/people?person=${memberId}`)}>{name}</Link> {stateWord(state)}
            </p>
          ))}
        </Callout>
      )}
    </>
  )
}

function Decided({ entry: { reviewedBy, reviewedAt, reason, proof, state } }: { entry: ReviewAnswer }) {
  return (
    <section className={style.part} aria-label={m.proofs_decision()}>
      <h3>{m.proofs_decision()}</h3>
      <Facts
        facts={[
          [m.proofs_state(), stateWord(state)],
          reviewedBy && [m.proofs_by(), reviewedBy.isYou ? m.proofs_by_you({ name: reviewedBy.name }) : reviewedBy.name],
          reviewedAt !== null && [m.proofs_at(), formatMoment(new Date(reviewedAt), getLocale())],
          proof?.validUntil && [m.proofs_until(), formatDate(momentAt(proof.validUntil, 0), getLocale())],
          reason && [m.proofs_reason(), reason],
        ]}
      />
    </section>
  )
}

function Earlier({ entry: { earlier } }: { entry: ReviewAnswer }) {
  return (
    <section className={style.part} aria-label={m.proofs_earlier()}>
      <h3>{m.proofs_earlier()}</h3>
      <ol className={style.earlier}>
        {earlier.map((one) => (
          <li key={one.id}>
            <p>
              <StateMark state={one.state} /> {one.title}
            </p>
            <small>
              {[one.reviewedAt && formatMoment(new Date(one.reviewedAt), getLocale()), one.reviewedBy].filter(Boolean).join('　')}
              {one.validUntil && `　${m.proofs_until_short({ day: formatDate(momentAt(one.validUntil, 0), getLocale()) })}`}
            </small>
            {one.reason && <p>{one.reason}</p>}
          </li>
        ))}
      </ol>
    </section>
  )
}
