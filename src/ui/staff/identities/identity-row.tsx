import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { dataLocales } from '#i18n/languages.ts'
import { htmlLang } from '#i18n/locale.ts'
import { say } from '#i18n/words.ts'
import { inLanguage, isOptionalIn } from '#ui/kit/data-languages.ts'
import { Chip } from '#ui/kit/chip.tsx'
import type { IdentityFile } from '#ui/staff/kit/catalogue-types.ts'
import { CheckInput, NumberField, TextInput } from '#ui/staff/kit/fields.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import style from './identities-screen.module.css'

type Props = {
  identity: IdentityFile
  path: string
  isNew: boolean
  /** The general public: only its names can be changed. */
  isPublic: boolean
  /** A member, a proof, a booking or a price refers to it: it is retired, not removed. */
  isUsed: boolean
  /** How many members have it. */
  holders: number
  isFirst: boolean
  isLast: boolean
  /** Undefined: it is removed. */
  onChange(identity: IdentityFile | undefined): void
  onMove(by: 1 | -1): void
}

/** One identity: its names, its proof, for whom it is, and its place in the list. */
export function IdentityRow(props: Props) {
  const { identity, path, isNew, isPublic, holders, onChange } = props
  const { code, name, retired } = identity
  return (
    <li className={style.identity} data-faded={retired}>
      <div className={style.head}>
        {isNew ? (
          <TextInput
            path={`${path}.code`}
            label={m.identities_code()}
            hint={m.identities_code_hint()}
            maxLength={12}
            spellCheck={false}
            autoComplete="off"
            value={code}
            onChange={(to) => onChange({ ...identity, code: to.trim().toUpperCase() })}
          />
        ) : (
          <b>{code}</b>
        )}
        {retired && <Chip>{m.catalogue_retired()}</Chip>}
        {isPublic && <small>{m.identities_public()}</small>}
        {holders > 0 && <small>{m.identities_holders({ count: holders })}</small>}
      </div>
      <div className={style.names}>
        {dataLocales.map((language) => (
          <TextInput
            key={language}
            path={`${path}.name.${language}`}
            label={m.identities_name() + inLanguage(language)}
            lang={htmlLang(language)}
            maxLength={60}
            autoComplete="off"
            {...(isOptionalIn(language) && { optional: true, placeholder: name.tw })}
            value={name[language]}
            onChange={(typed) => onChange({ ...identity, name: { ...name, [language]: typed } })}
          />
        ))}
      </div>
      {!isPublic && <Conditions {...props} />}
      <Actions {...props} />
    </li>
  )
}

function Conditions({ identity, path, onChange }: Props) {
  const { needsProof, proofMonths, forCommunity } = identity
  return (
    <div className={style.conditions}>
      <CheckInput label={m.identities_community()} checked={forCommunity} onChange={(on) => onChange({ ...identity, forCommunity: on })} />
      <CheckInput
        label={m.identities_proof()}
        checked={needsProof}
        onChange={(on) => onChange({ ...identity, needsProof: on, proofMonths: on ? proofMonths : null })}
      />
      {needsProof && (
        <NumberField
          path={`${path}.proofMonths`}
          label={m.identities_months()}
          hint={proofMonths === null ? m.identities_months_hint() : undefined}
          unit={m.identities_months_unit()}
          min={1}
          max={120}
          value={proofMonths}
          onChange={(to) => onChange({ ...identity, proofMonths: to })}
        />
      )}
    </div>
  )
}

function Actions({ identity, isNew, isPublic, isUsed, isFirst, isLast, onChange, onMove }: Props) {
  const { retired, ...inUse } = identity
  const called = { name: say(identity.name, getLocale()) || identity.code }
  return (
    <div className={style.actions}>
      <StaffButton look="quiet" icon="up" iconOnly disabled={isFirst} onClick={() => onMove(-1)}>
        {m.identities_up(called)}
      </StaffButton>
      <StaffButton look="quiet" icon="down" iconOnly disabled={isLast} onClick={() => onMove(1)}>
        {m.identities_down(called)}
      </StaffButton>
      {!isNew && !isPublic && (
        <StaffButton
          look="quiet"
          icon={retired ? 'restore' : 'archive'}
          iconOnly
          onClick={() => onChange(retired ? inUse : { ...identity, retired: true })}
        >
          {retired ? m.identities_restore(called) : m.identities_retire(called)}
        </StaffButton>
      )}
      {(isNew || (!isUsed && !isPublic)) && (
        <StaffButton look="quiet" icon="remove" iconOnly onClick={() => onChange(undefined)}>
          {m.identities_remove(called)}
        </StaffButton>
      )}
    </div>
  )
}
