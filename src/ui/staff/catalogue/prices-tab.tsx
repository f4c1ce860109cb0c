import { m } from '#i18n/generated/messages.js'
import { Input } from '#ui/kit/control.tsx'
import type { PriceListFile } from '#ui/staff/kit/catalogue-types.ts'
import { FormGrid, MoneyField, TimeField } from '#ui/staff/kit/fields.tsx'
import { Panel } from '#ui/staff/kit/staff-page.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { DatedTabs, isPast, shownOf } from './dated-tabs.tsx'
import { holdsOn, raiseAll } from '#ui/staff/kit/edit-prices.ts'
import { firstList } from './first-entries.ts'
import { LevelsEditor } from './levels-editor.tsx'
import { PriceMatrix } from '#ui/staff/kit/price-matrix.tsx'
import style from './catalogue.module.css'
import type { TabProps } from './tab-props.ts'
import { today } from '#ui/staff/kit/today.ts'
import { useState } from 'react'

/** Prices by identity and level, in lists that hold from a day on. */
export function PricesTab({ facility, draft, catalogue, list }: TabProps) {
  const { priceLists } = facility
  const shown = shownOf(priceLists, list)
  const setAll = (next: PriceListFile[]) => draft.change({ priceLists: next })
  if (!shown)
    return (
      <Panel title={m.catalogue_tab_prices()} lead={m.catalogue_no_prices()}>
        <div>
          <StaffButton look="primary" icon="plus" onClick={() => setAll([firstList()])}>
            {m.catalogue_first_list()}
          </StaffButton>
        </div>
      </Panel>
    )
  const at = priceLists.indexOf(shown)
  const set = (next: PriceListFile) => setAll(priceLists.with(at, next))
  const isNew = !draft.base?.priceLists.some(({ from }) => from === shown.from)
  const isFuture = shown.from > today()
  const timetable = holdsOn(facility.timetables, shown.from > today() ? shown.from : today())
  return (
    <>
      <DatedTabs
        code={facility.code}
        tab="prices"
        label={m.catalogue_price_lists()}
        entries={priceLists}
        shown={shown}
        newLabel={m.catalogue_new_list()}
        onChange={setAll}
        onRemove={isNew || isFuture ? () => setAll(priceLists.toSpliced(at, 1)) : undefined}
      />
      {isPast(priceLists, shown) && <p className={style.past}>{m.catalogue_past_list()}</p>}
      <fieldset className="stack gap-5" disabled={isPast(priceLists, shown)}>
        <legend className="sr-only">{m.catalogue_tab_prices()}</legend>
        <Panel
          title={m.catalogue_matrix_title()}
          lead={m.catalogue_matrix_lead()}
          actions={<RaiseAll onRaise={(percent) => set(raiseAll(shown, percent))} />}
        >
          <PriceMatrix
            list={shown}
            path={`priceLists.${at}`}
            identities={(catalogue.file.identities ?? []).filter(({ retired }) => !retired)}
            courts={facility.courts.filter(({ retired }) => !retired)}
            onChange={set}
          />
        </Panel>
        <Panel title={m.catalogue_levels_title()} lead={m.catalogue_levels_lead()}>
          <LevelsEditor list={shown} path={`priceLists.${at}`} timetable={timetable} onChange={set} />
        </Panel>
        <Extras list={shown} path={`priceLists.${at}`} onChange={set} />
      </fieldset>
    </>
  )
}

function Extras({ list, path, onChange }: { list: PriceListFile; path: string; onChange(list: PriceListFile): void }) {
  return (
    <Panel title={m.catalogue_extras_title()}>
      <FormGrid>
        <MoneyField
          path={`${path}.lightFee`}
          label={m.catalogue_light_fee()}
          hint={m.catalogue_light_fee_hint()}
          value={list.lightFee}
          onChange={(lightFee) => onChange({ ...list, lightFee: lightFee ?? 0 })}
        />
        <TimeField
          path={`${path}.lightFrom`}
          label={m.catalogue_light_from()}
          optional
          value={list.lightFrom ?? ''}
          onChange={(time) => onChange({ ...list, lightFrom: time || null })}
        />
        <MoneyField
          path={`${path}.deposit`}
          label={m.catalogue_deposit()}
          hint={m.catalogue_deposit_hint()}
          value={list.deposit}
          onChange={(deposit) => onChange({ ...list, deposit: deposit ?? 0 })}
        />
      </FormGrid>
    </Panel>
  )
}

/** Raises all prices of a list by a percentage. */
function RaiseAll({ onRaise }: { onRaise(percent: number): void }) {
  const [percent, setPercent] = useState('5')
  const value = Number(percent)
  const isUsable = percent !== '' && Number.isFinite(value) && value > -100 && value <= 500 && value !== 0
  return (
    <div className={style.raise}>
      <label>
        {m.catalogue_raise()}
        <Input type="number" inputMode="decimal" step="0.5" value={percent} onChange={(event) => setPercent(event.target.value)} />%
      </label>
      <StaffButton aria-disabled={!isUsable || undefined} onClick={() => isUsable && onRaise(value)}>
        {m.catalogue_raise_do()}
      </StaffButton>
    </div>
  )
}
