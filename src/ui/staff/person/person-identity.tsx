import { formatDate } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import type { PersonCardAnswer } from '#modules/people/wire.ts'
import type { UploadedFile } from '#modules/files/wire.ts'
import { ReviewChip } from '#ui/accounts/review-chip.tsx'
import { FileSheet } from '#ui/files/file-sheet.tsx'
import { Callout } from '#ui/kit/callout.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { Panel } from '#ui/staff/kit/staff-page.tsx'
import { useState } from 'react'
import style from './person.module.css'

type Proof = PersonCardAnswer['proofs'][number]

const dayText = (day: string) => formatDate(new Date(day), getLocale())

/** Identity, its proofs, and the community. Opening a proof's file is recorded. */
export function PersonIdentity({ card: { identity, proofs, community } }: { card: PersonCardAnswer }) {
  const [viewed, setViewed] = useState<UploadedFile>()
  return (
    <Panel title={m.person_identity()}>
      <div className={style.named}>
        <span className="facts">
          <b>{identity.name}</b>
          <ReviewChip state={identity.state} />
        </span>
        {identity.validUntil && <span className={style.soft}>{m.person_valid_until({ day: dayText(identity.validUntil) })}</span>}
        {identity.reason && <span className={style.soft}>{identity.reason}</span>}
      </div>
      {community && (
        <div className={style.named}>
          <span className="facts">
            <b>{community.name}</b>
            <ReviewChip state={community.state} />
          </span>
          <span className={style.soft}>
            {m.person_community_line({ no: community.registrationNo, representative: community.representative })}
          </span>
          {community.sharesNumber && <Callout tone="due" title={m.proofs_same_number()} />}
        </div>
      )}
      {proofs.length > 0 && (
        <>
          <h3 className="small">{m.person_proofs()}</h3>
          <ul className={style.list}>
            {proofs.map((proof) => (
              <ProofLine key={proof.id} proof={proof} onView={setViewed} />
            ))}
          </ul>
        </>
      )}
      {viewed && <FileSheet file={viewed} onClose={() => setViewed(undefined)} />}
    </Panel>
  )
}

function ProofLine({ proof, onView }: { proof: Proof; onView(file: UploadedFile): void }) {
  const { identity, state, submittedAt, reviewedBy, validUntil, reason, file } = proof
  const about = [
    file ? m.person_proof_sent({ day: dayText(submittedAt) }) : m.person_proof_seen({ day: dayText(submittedAt) }),
    reviewedBy,
    validUntil && m.person_valid_until({ day: dayText(validUntil) }),
    reason,
  ]
  return (
    <li>
      <p className="facts">
        {identity} <ReviewChip state={state} />
      </p>
      <span className={style.soft}>{about.filter(Boolean).join(' · ')}</span>
      {file && (
        <StaffButton look="quiet" onClick={() => onView(file)} aria-label={m.file_view_named({ name: file.name })}>
          {m.file_view()}
        </StaffButton>
      )}
    </li>
  )
}
