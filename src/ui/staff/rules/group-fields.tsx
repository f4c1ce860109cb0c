import { m } from '#i18n/generated/messages.js'
import { minuteFrom, timeFrom } from '#lib/zone.ts'
import type { RuleGroup, Rules } from '#modules/settings/rules-wire.ts'
import { CheckInput, FormGrid, NumberField, SelectInput, TextInput, TimeField } from '#ui/staff/kit/fields.tsx'
import { useState } from 'react'
import { daysIn } from './days-in.ts'
import { KindsField } from './kinds-field.tsx'
import { reminderBoxes, ruleFields, unitWords, type RuleField } from './rule-fields.ts'
import style from './rules-screen.module.css'
import { TiersField, type Tier } from './tiers-field.tsx'
import { TransfersField } from './transfers-field.tsx'

type Props = { group: RuleGroup; rules: Rules; saved: Rules; onChange(rules: Rules): void }

/** Fields of one group of rules. */
export function GroupFields({ group, rules, saved, onChange }: Props) {
  if (group === 'documents')
    return <KindsField documents={rules.documents} saved={saved.documents} onChange={(documents) => onChange({ ...rules, documents })} />
  if (group === 'refunds') {
    const tiers = (key: 'hourly' | 'sessions', title: string) => (
      <TiersField
        path={`refunds.${key}`}
        title={title}
        tiers={rules.refunds[key]}
        onChange={(next: Tier[]) => onChange({ ...rules, refunds: { ...rules.refunds, [key]: next } })}
      />
    )
    return (
      <div className={style.columns}>
        {tiers('hourly', m.rules_refunds_hourly())}
        {tiers('sessions', m.rules_refunds_sessions())}
      </div>
    )
  }
  if (group === 'transfers')
    return <TransfersField transfers={rules.transfers} onChange={(transfers) => onChange({ ...rules, transfers })} />
  const values = rules[group] as Record<string, unknown>
  const set = (key: string, value: unknown) => onChange({ ...rules, [group]: { ...values, [key]: value } })
  if (group === 'reminders')
    return <ReminderFields reminders={rules.reminders} onChange={(reminders) => onChange({ ...rules, reminders })} />
  return (
    <FormGrid>
      {Object.entries(ruleFields[group] as Record<string, RuleField>).map(([key, field]) => (
        <PlainField key={key} path={`${group}.${key}`} field={field} value={values[key]} onChange={(value) => set(key, value)} />
      ))}
      {group === 'lockers' && (
        <DaysField
          value={rules.lockers.remindDays}
          onChange={(remindDays) => onChange({ ...rules, lockers: { ...rules.lockers, remindDays } })}
        />
      )}
    </FormGrid>
  )
}

type Reminders = Rules['reminders']

/** Each reminder's switch with its hour, and with its days if it has any. */
function ReminderFields({ reminders, onChange }: { reminders: Reminders; onChange(reminders: Reminders): void }) {
  return (
    <div className={style.pairs}>
      {reminderBoxes.map((box) => (
        <div key={box[0]} className={style.pair}>
          {box.map((key) => (
            <PlainField
              key={key}
              path={`reminders.${key}`}
              field={ruleFields.reminders[key]!}
              value={reminders[key]}
              onChange={(value) => onChange({ ...reminders, [key]: value })}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

type PlainProps = { path: string; field: RuleField; value: unknown; onChange(value: unknown): void }

function PlainField({ path, field, value, onChange }: PlainProps) {
  const label = field.label()
  if (field.kind === 'switch') return <CheckInput label={label} checked={value === true} onChange={onChange} />
  if (field.kind === 'time') return <MinuteField path={path} label={label} value={value as number} onChange={onChange} />
  const hint = field.hint?.()
  if (field.kind === 'choice')
    return (
      <SelectInput path={path} label={label} value={value as string} onChange={onChange}>
        {Object.entries(field.options).map(([option, word]) => (
          <option key={option} value={option}>
            {word()}
          </option>
        ))}
      </SelectInput>
    )
  return (
    <NumberField
      path={path}
      label={label}
      unit={unitWords[field.unit]()}
      {...(hint && { hint })}
      value={value as number | null}
      onChange={onChange}
    />
  )
}

type MinuteProps = { path: string; label: string; value: number; onChange(value: number): void }

/** A time of day, kept as minutes after midnight. While it is typed and is not yet a time, the text stays in the field. */
function MinuteField({ path, label, value, onChange }: MinuteProps) {
  const [typed, setTyped] = useState<string>()
  const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)
  return (
    <TimeField
      path={path}
      label={label}
      value={typed ?? timeFrom(value)}
      onChange={(text) => {
        setTyped(isTime(text) ? undefined : text)
        if (isTime(text)) onChange(minuteFrom(text))
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}

/** Days such as 1, 7, 14. */
function DaysField({ value, onChange }: { value: readonly number[]; onChange(value: number[]): void }) {
  const [typed, setTyped] = useState<string>()
  return (
    <TextInput
      path="lockers.remindDays"
      label={m.rules_locker_remind_days()}
      hint={m.rules_locker_remind_hint()}
      inputMode="text"
      value={typed ?? value.join(', ')}
      onChange={(text) => {
        setTyped(text)
        onChange(daysIn(text))
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}
