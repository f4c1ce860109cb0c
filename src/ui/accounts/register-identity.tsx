import { m } from '#i18n/generated/messages.js'
import type { IdentityListAnswer } from '#modules/accounts/wire.ts'
import { FileField } from '#ui/files/file-field.tsx'
import { Callout } from '#ui/kit/callout.tsx'
import { RadioButton } from '#ui/kit/control.tsx'
import { CourtDrawing } from '#ui/kit/court-drawing.tsx'
import { SelectField } from '#ui/kit/field.tsx'
import { DraftField, type SectionProps } from './register-fields.tsx'
import { setDraft, useRegisterDraft, type RegisterKind } from './register-draft.ts'
import style from './register.module.css'

const kinds = [
  { kind: 'person', sport: 'badminton', title: m.register_kind_person, hint: m.register_kind_person_hint },
  { kind: 'community', sport: 'volleyball', title: m.register_kind_community, hint: m.register_kind_community_hint },
] as const

/** Identities that this kind of member may choose, and the chosen one; the first by default. */
export function identityChoice(identities: IdentityListAnswer, kind: RegisterKind, chosen: number | undefined) {
  const choices = identities.filter((one) => one.forCommunity === (kind === 'community'))
  return { choices, chosen: choices.find((one) => one.id === chosen) ?? choices[0] }
}

/** Section of the registration: person or community, identity, and its proof. */
export function RegisterIdentity({
  identities,
  errorAt,
  onBusy,
}: SectionProps & { identities: IdentityListAnswer; onBusy(busy: boolean): void }) {
  const { kind, identity, proof } = useRegisterDraft()
  const { choices, chosen } = identityChoice(identities, kind, identity[kind])
  return (
    <>
      <fieldset className={style.kinds}>
        <legend>{m.register_kind()}</legend>
        {kinds.map((one) => (
          <label key={one.kind} className={style.kind}>
            <RadioButton name="kind" value={one.kind} checked={kind === one.kind} onChange={() => setDraft({ kind: one.kind })} />
            <CourtDrawing sport={one.sport} className={style.kindCourt} />
            <b>{one.title()}</b>
            <span>{one.hint()}</span>
          </label>
        ))}
      </fieldset>
      {kind === 'community' && <CommunityFields errorAt={errorAt} />}
      <SelectField
        id="register-memberIdentityId"
        name="memberIdentityId"
        label={m.register_identity()}
        hint={chosen?.needsProof ? m.register_identity_proof_hint() : undefined}
        error={errorAt('memberIdentityId')}
        value={chosen?.id}
        onChange={(event) => setDraft({ identity: { ...identity, [kind]: Number(event.target.value) } })}
      >
        {choices.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      {chosen?.needsProof && (
        <FileField
          id="register-proofFileId"
          name="proofFileId"
          to="/api/File"
          label={m.register_proof()}
          hint={m.register_proof_hint()}
          optional
          error={errorAt('proofFileId')}
          value={proof}
          onChange={(file) => setDraft({ proof: file })}
          onBusy={onBusy}
        />
      )}
    </>
  )
}

function CommunityFields({ errorAt }: Pick<SectionProps, 'errorAt'>) {
  return (
    <>
      <Callout>{m.register_community_note()}</Callout>
      <DraftField name="communityName" label={m.register_community_name()} errorAt={errorAt} autoComplete="organization" maxLength={80} />
      <DraftField name="representative" label={m.register_representative()} errorAt={errorAt} autoComplete="off" maxLength={60} />
      <DraftField
        name="registrationNo"
        label={m.register_registration_no()}
        hint={m.register_registration_no_hint()}
        errorAt={errorAt}
        autoComplete="off"
        maxLength={40}
        optional
      />
    </>
  )
}
