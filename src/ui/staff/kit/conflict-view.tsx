import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatMoment } from '#i18n/dates.ts'
import { joinList } from '#i18n/join.ts'
import { Callout } from '#ui/kit/callout.tsx'
import { RadioButton } from '#ui/kit/control.tsx'
import { useState } from 'react'
import style from './conflict-view.module.css'
import { StaffButton } from './staff-button.tsx'

/** A field that somebody else and the viewer have both changed, in words. */
export type ConflictField = { key: string; label: string; mine: string; theirs: string }
export type Choice = 'mine' | 'theirs'

type Props = {
  changedBy: string | null
  changedAt: string | null
  /** Changed on both sides. Fields that only one of the two has changed keep that change. */
  fields: readonly ConflictField[]
  /** Labels of fields that only the other has changed, and that are taken over. */
  taken: readonly string[]
  onResolve(choices: Record<string, Choice>): void
}

/** Somebody else was faster: who, when, theirs and mine side by side. Nothing is lost before a choice is made. */
export function ConflictView({ changedBy, changedAt, fields, taken, onResolve }: Props) {
  const [choices, choose] = useState<Record<string, Choice>>({})
  const who = changedBy ?? m.staff_conflict_somebody()
  const when = changedAt ? formatMoment(new Date(changedAt), getLocale()) : ''
  return (
    <section className={style.conflict} aria-labelledby="conflict-title">
      <Callout tone="due" role="alert">
        <h2 id="conflict-title">{m.staff_conflict_title({ who })}</h2>
        <p>{m.staff_conflict_text({ when })}</p>
        {taken.length > 0 && <p>{m.staff_conflict_taken({ what: joinList(taken, getLocale()) })}</p>}
      </Callout>
      {fields.map(({ key, label, mine, theirs }) => (
        <fieldset key={key} className={style.field}>
          <legend>{label}</legend>
          <ConflictChoice name={key} value="theirs" label={who} text={theirs} choices={choices} onChoose={choose} />
          <ConflictChoice name={key} value="mine" label={m.staff_conflict_mine()} text={mine} choices={choices} onChoose={choose} />
        </fieldset>
      ))}
      <div>
        <StaffButton look="primary" onClick={() => onResolve(choices)}>
          {m.staff_conflict_go_on()}
        </StaffButton>
      </div>
    </section>
  )
}

type ChoiceProps = {
  name: string
  value: Choice
  label: string
  text: string
  choices: Record<string, Choice>
  onChoose(choices: Record<string, Choice>): void
}

function ConflictChoice({ name, value, label, text, choices, onChoose }: ChoiceProps) {
  return (
    <label className={style.choice}>
      <span>
        <RadioButton
          name={`conflict-${name}`}
          checked={(choices[name] ?? 'mine') === value}
          onChange={() => onChoose({ ...choices, [name]: value })}
        />
        {label}
      </span>
      <span className={style.text}>{text || '–'}</span>
    </label>
  )
}
