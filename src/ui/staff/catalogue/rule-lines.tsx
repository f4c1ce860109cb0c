import { m } from '#i18n/generated/messages.js'
import type { FacilityFile } from '#ui/staff/kit/catalogue-types.ts'
import { WordsField } from '#ui/staff/kit/fields.tsx'
import { useState } from 'react'

type Rules = FacilityFile['rules']

const asText = (rules: Rules) => ({ tw: rules.tw.join('\n'), en: rules.en.join('\n') })
const asLines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** House rules of a facility: one on each line. */
export function RuleLines({ rules, onChange }: { rules: Rules; onChange(rules: Rules): void }) {
  // The text as it is typed: an empty line at its end is no rule yet.
  const [typed, setTyped] = useState(() => asText(rules))
  const isOwn = JSON.stringify({ tw: asLines(typed.tw), en: asLines(typed.en) }) === JSON.stringify(rules)
  return (
    <WordsField
      path="rules"
      label={m.catalogue_rules_lines()}
      rows={4}
      optional
      value={isOwn ? typed : asText(rules)}
      onChange={(text) => {
        setTyped(text)
        onChange({ tw: asLines(text.tw), en: asLines(text.en) })
      }}
    />
  )
}
