import { m } from '#i18n/generated/messages.js'
import type { NewRoundAnswer } from '#modules/preorders/season-wire.ts'
import { CheckInput, DayField, FormGrid, NumberField, SelectInput, TextInput, useFieldError } from '#ui/staff/kit/fields.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { Panel } from '#ui/staff/kit/staff-page.tsx'
import { modeWords, type RoundDraft } from './round-draft.ts'
import style from './rounds.module.css'

type Props = {
  draft: RoundDraft
  usual: NewRoundAnswer
  /** Clubs act by the mode of a round that has opened. */
  isModeFixed: boolean
  onChange(draft: RoundDraft): void
}

/** Everything that a round says: names, season, window, limits, documents, facilities and their hours. */
export function RoundForm({ draft, usual, isModeFixed, onChange }: Props) {
  const set =
    <K extends keyof RoundDraft>(key: K) =>
    (value: RoundDraft[K]) =>
      onChange({ ...draft, [key]: value })
  const moment = (key: 'viewStart' | 'orderStart' | 'end', label: string) => (
    <TextInput path={key} label={label} type="datetime-local" value={draft[key]} onChange={set(key)} />
  )
  return (
    <>
      <Panel title={m.rounds_setup_names()}>
        <FormGrid>
          <TextInput
            path="nameTw"
            label={m.rounds_field_name_tw()}
            lang="zh-Hant-TW"
            maxLength={60}
            value={draft.nameTw}
            onChange={set('nameTw')}
          />
          <TextInput
            path="nameEn"
            label={m.rounds_field_name_en()}
            lang="en-GB"
            maxLength={60}
            optional
            placeholder={draft.nameTw}
            value={draft.nameEn}
            onChange={set('nameEn')}
          />
        </FormGrid>
      </Panel>
      <Panel title={m.rounds_setup_season()} lead={m.rounds_season_hint({ count: usual.seasonWeeks })}>
        <FormGrid>
          <DayField path="seasonFrom" label={m.rounds_field_season_from()} value={draft.seasonFrom} onChange={set('seasonFrom')} />
          <DayField path="seasonTo" label={m.rounds_field_season_to()} value={draft.seasonTo} onChange={set('seasonTo')} />
        </FormGrid>
      </Panel>
      <Panel title={m.rounds_setup_window()}>
        <FormGrid>
          {moment('viewStart', m.rounds_field_view_start())}
          {moment('orderStart', m.rounds_field_order_start())}
          {moment('end', m.rounds_field_end())}
        </FormGrid>
      </Panel>
      <ModeChoice {...{ draft, usual, isModeFixed, onChange }} />
      <Limits {...{ draft, usual, isModeFixed, onChange }} />
      <Documents {...{ draft, usual, isModeFixed, onChange }} />
      <Facilities {...{ draft, usual, isModeFixed, onChange }} />
    </>
  )
}

/** First come, first served, or a draw among ranked wishes. */
function ModeChoice({ draft, isModeFixed, onChange }: Props) {
  return (
    <Panel title={m.rounds_mode_label()} lead={draft.mode === 'ballot' ? m.rounds_mode_ballot() : m.rounds_mode_first_come()}>
      <FormGrid>
        <SelectInput
          path="mode"
          label={m.rounds_mode_label()}
          hint={isModeFixed ? m.rounds_mode_fixed() : undefined}
          value={draft.mode}
          onChange={(mode) => onChange({ ...draft, mode: mode === 'ballot' ? 'ballot' : 'first-come' })}
        >
          {(['first-come', 'ballot'] as const).map((mode) => (
            <option key={mode} value={mode} disabled={isModeFixed && mode !== draft.mode}>
              {modeWords[mode]()}
            </option>
          ))}
        </SelectInput>
        {draft.mode === 'ballot' && (
          <NumberField
            path="newcomerPercent"
            label={m.rounds_field_newcomers()}
            min={0}
            max={50}
            value={draft.newcomerPercent}
            onChange={(newcomerPercent) => onChange({ ...draft, newcomerPercent })}
          />
        )}
      </FormGrid>
    </Panel>
  )
}

type NumberKey = 'periodsPerWeek' | 'minutesPerPeriod' | 'payDays' | 'giveBackHours'

function Limits({ draft, onChange }: Props) {
  const field = (key: NumberKey, label: string, min: number, max: number) => (
    <NumberField
      path={key}
      label={label}
      min={min}
      max={max}
      value={draft[key]}
      onChange={(value) => onChange({ ...draft, [key]: value })}
    />
  )
  return (
    <Panel title={m.rounds_setup_limits()}>
      <FormGrid>
        {field('periodsPerWeek', m.rounds_field_periods(), 1, 14)}
        {field('minutesPerPeriod', m.rounds_field_minutes(), 30, 720)}
        {field('payDays', m.rounds_field_pay_days(), 1, 60)}
        {field('giveBackHours', m.rounds_field_give_back(), 0, 336)}
      </FormGrid>
    </Panel>
  )
}

function Documents({ draft, usual, onChange }: Props) {
  const { documentKinds } = draft
  const shown = usual.documents.filter(({ kind, isAsked }) => isAsked || documentKinds.includes(kind))
  return (
    <Panel title={m.rounds_setup_documents()}>
      {shown.length === 0 && <p>{m.rounds_setup_documents_none()}</p>}
      {shown.map(({ kind, name }) => (
        <CheckInput
          key={kind}
          label={name}
          checked={documentKinds.includes(kind)}
          onChange={(checked) =>
            onChange({ ...draft, documentKinds: checked ? [...documentKinds, kind] : documentKinds.filter((one) => one !== kind) })
          }
        />
      ))}
    </Panel>
  )
}

function Facilities({ draft, usual, onChange }: Props) {
  const error = useFieldError('facilities')
  return (
    <Panel title={m.rounds_setup_facilities()}>
      {error && (
        <p className={style.error} role="alert">
          {error}
        </p>
      )}
      <div className={style.decide}>
        <StaffButton look="quiet" onClick={() => onChange({ ...draft, facilities: everyFacility(draft, usual) })}>
          {m.rounds_setup_every_facility()}
        </StaffButton>
      </div>
      <ul className="stack">
        {usual.facilities.map((facility) => (
          <FacilityRow key={facility.id} facility={facility} draft={draft} onChange={onChange} />
        ))}
      </ul>
    </Panel>
  )
}

/** All facilities: those that were chosen with their hours, the others with all of theirs. */
const everyFacility = ({ facilities }: RoundDraft, usual: NewRoundAnswer): RoundDraft['facilities'] =>
  usual.facilities
    .map(
      ({ id, slots }) =>
        facilities.find(({ venue1stId }) => venue1stId === id) ?? { venue1stId: id, opens: slots[0]!.start, closes: slots.at(-1)!.end },
    )
    .toSorted((a, b) => a.venue1stId - b.venue1stId)

type RowProps = { facility: NewRoundAnswer['facilities'][number]; draft: RoundDraft; onChange(draft: RoundDraft): void }

/** One facility: whether it takes part, and between which of its slots. */
function FacilityRow({ facility: { id, name, slots }, draft, onChange }: RowProps) {
  const at = draft.facilities.findIndex(({ venue1stId }) => venue1stId === id)
  const chosen = draft.facilities[at]
  const replace = (next: RoundDraft['facilities'][number] | undefined) => {
    const others = draft.facilities.filter(({ venue1stId }) => venue1stId !== id)
    onChange({ ...draft, facilities: (next ? [...others, next] : others).toSorted((a, b) => a.venue1stId - b.venue1stId) })
  }
  const error = useFieldError(`facilities.${at}.venue1stId`)
  const options = (times: string[], now: string) => [...new Set([...times, now])].toSorted()
  return (
    <li>
      <CheckInput
        label={name}
        checked={chosen !== undefined}
        onChange={(checked) => replace(checked ? { venue1stId: id, opens: slots[0]!.start, closes: slots.at(-1)!.end } : undefined)}
      />
      {chosen && (
        <FormGrid>
          <SelectInput
            path={`facilities.${at}.opens`}
            label={m.rounds_field_opens({ facility: name })}
            value={chosen.opens}
            onChange={(opens) => replace({ ...chosen, opens })}
          >
            {options(
              slots.map(({ start }) => start),
              chosen.opens,
            ).map((time) => (
              <option key={time}>{time}</option>
            ))}
          </SelectInput>
          <SelectInput
            path={`facilities.${at}.closes`}
            label={m.rounds_field_closes({ facility: name })}
            value={chosen.closes}
            onChange={(closes) => replace({ ...chosen, closes })}
          >
            {options(
              slots.map(({ end }) => end),
              chosen.closes,
            ).map((time) => (
              <option key={time}>{time}</option>
            ))}
          </SelectInput>
        </FormGrid>
      )}
      {error && (
        <p className={style.error} role="alert">
          {error}
        </p>
      )}
    </li>
  )
}
