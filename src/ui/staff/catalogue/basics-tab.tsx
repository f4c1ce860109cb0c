import { m } from '#i18n/generated/messages.js'
import { courtLines, type Sport } from '#lib/court-lines.ts'
import { CourtDrawing } from '#ui/kit/court-drawing.tsx'
import { CheckInput, FormGrid, SelectInput, TextInput, WordsField } from '#ui/staff/kit/fields.tsx'
import { Panel } from '#ui/staff/kit/staff-page.tsx'
import style from './catalogue.module.css'
import { drawingNames, SportChoice } from './sport-choice.tsx'
import type { TabProps } from './tab-props.ts'
import type { FacilityFile } from '#ui/staff/kit/catalogue-types.ts'
import { useState } from 'react'

type WordsPanelProps = { facility: TabProps['facility']; change: TabProps['draft']['change'] }

function WordsPanel({ facility, change }: WordsPanelProps) {
  return (
    <Panel title={m.catalogue_words_title()} lead={m.catalogue_words_lead()}>
      <FormGrid>
        <WordsField
          path="name"
          label={m.catalogue_name()}
          fallsBack
          maxLength={60}
          value={facility.name}
          onChange={(name) => change({ name })}
        />
        <WordsField
          path="about"
          label={m.catalogue_about()}
          rows={3}
          maxLength={500}
          optional
          value={facility.about}
          onChange={(about) => change({ about })}
        />
        <WordsField
          path="place"
          label={m.catalogue_place()}
          maxLength={120}
          optional
          value={facility.place}
          onChange={(place) => change({ place })}
        />
        <RuleLines rules={facility.rules} onChange={(rules) => change({ rules })} />
      </FormGrid>
    </Panel>
  )
}

/** Names, place, rules, sport, drawing and colour of a facility. */
export function BasicsTab({ facility, draft: { change } }: TabProps) {
  return (
    <>
      <WordsPanel facility={facility} change={change} />
      <Panel title={m.catalogue_look_title()} lead={m.catalogue_look_lead()}>
        <div className={style.look}>
          <div className={style.drawing} style={{ '--court': facility.colour, '--court-line': '#ffffff' } as object}>
            <CourtDrawing sport={facility.drawing} />
          </div>
          <FormGrid>
            <SportChoice sport={facility.sport} onChange={(sport) => change({ sport })} />
            <SelectInput
              path="drawing"
              label={m.catalogue_drawing()}
              value={facility.drawing}
              onChange={(drawing) => change({ drawing: drawing as Sport })}
            >
              {(Object.keys(courtLines) as Sport[]).map((drawing) => (
                <option key={drawing} value={drawing}>
                  {drawingNames[drawing]()}
                </option>
              ))}
            </SelectInput>
            <TextInput
              path="colour"
              label={m.catalogue_colour()}
              type="color"
              value={facility.colour}
              onChange={(colour) => change({ colour })}
            />
            <CheckInput label={m.catalogue_outdoor()} checked={facility.outdoor} onChange={(outdoor) => change({ outdoor })} />
          </FormGrid>
        </div>
      </Panel>
    </>
  )
}

type Rules = FacilityFile['rules']

const asText = (rules: Rules) => ({ tw: rules.tw.join('\n'), en: rules.en.join('\n') })
const asLines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** House rules of a facility: one on each line. */
function RuleLines({ rules, onChange }: { rules: Rules; onChange(rules: Rules): void }) {
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
