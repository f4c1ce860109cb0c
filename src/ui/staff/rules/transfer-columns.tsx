import { m } from '#i18n/generated/messages.js'
import type { Rules } from '#modules/settings/rules-wire.ts'
import { transferColumnKinds, type TransferColumnKind } from '#modules/settings/rules.ts'
import { NumberField, SelectInput, TextInput, useFieldError } from '#ui/staff/kit/fields.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { transferKindWord } from '#ui/staff/kit/transfer-words.ts'
import style from './rules-screen.module.css'

type Columns = Rules['transfers']['columns']
type Column = Columns[number]
type Props = { transfers: Rules['transfers']; onChange(columns: Columns): void }

const fills: Record<Column['fill'], () => string> = {
  'spaces-after': m.rules_transfer_fill_after,
  'spaces-before': m.rules_transfer_fill_before,
  'zeros-before': m.rules_transfer_fill_zeros,
}

/** Columns of the bank's file in order, with what each holds. */
export function TransferColumns({ transfers: { columns, layout, header }, onChange }: Props) {
  const error = useFieldError('transfers.columns')
  const set = (n: number, patch: Partial<Column>) => onChange(columns.map((column, k) => (k === n ? { ...column, ...patch } : column)))
  const swap = (n: number) => onChange([...columns.slice(0, n), columns[n + 1]!, columns[n]!, ...columns.slice(n + 2)])
  return (
    <fieldset className={style.tiers}>
      <legend>{m.rules_transfer_columns()}</legend>
      {[...columns.entries()].map(([n, column]) => (
        <div key={`column ${n}`} className={style.column} role="group" aria-label={m.rules_transfer_column({ number: n + 1 })}>
          <b aria-hidden>{n + 1}</b>
          <ColumnFields path={`transfers.columns.${n}`} {...{ column, layout, header }} onChange={(patch) => set(n, patch)} />
          <span className={style.columnButtons}>
            <StaffButton look="quiet" icon="up" iconOnly disabled={n === 0} onClick={() => swap(n - 1)}>
              {m.rules_transfer_up({ number: n + 1 })}
            </StaffButton>
            <StaffButton look="quiet" icon="down" iconOnly disabled={n === columns.length - 1} onClick={() => swap(n)}>
              {m.rules_transfer_down({ number: n + 1 })}
            </StaffButton>
            <StaffButton look="quiet" icon="remove" iconOnly onClick={() => onChange(columns.filter((_, k) => k !== n))}>
              {m.rules_transfer_remove({ number: n + 1 })}
            </StaffButton>
          </span>
        </div>
      ))}
      {error && <p className="danger">{error}</p>}
      <div>
        <StaffButton icon="plus" onClick={() => onChange([...columns, newColumn])}>
          {m.rules_transfer_add()}
        </StaffButton>
      </div>
    </fieldset>
  )
}

const newColumn: Column = { kind: 'text', title: '', text: '', width: null, fill: 'spaces-after' }

type FieldsProps = {
  path: string
  column: Column
  layout: Rules['transfers']['layout']
  header: boolean
  onChange(patch: Partial<Column>): void
}

function ColumnFields({ path, column, layout, header, onChange }: FieldsProps) {
  const { kind, title, text } = column
  return (
    <>
      <SelectInput
        path={`${path}.kind`}
        label={m.rules_transfer_kind()}
        value={kind}
        onChange={(value) => onChange({ kind: value as TransferColumnKind })}
      >
        {transferColumnKinds.map((one) => (
          <option key={one} value={one}>
            {transferKindWord(one)}
          </option>
        ))}
      </SelectInput>
      {header && (
        <TextInput
          path={`${path}.title`}
          label={m.rules_transfer_title()}
          maxLength={40}
          autoComplete="off"
          value={title}
          onChange={(value) => onChange({ title: value })}
        />
      )}
      {kind === 'text' && (
        <TextInput
          path={`${path}.text`}
          label={m.rules_transfer_text()}
          maxLength={60}
          autoComplete="off"
          value={text}
          onChange={(value) => onChange({ text: value })}
        />
      )}
      {layout === 'fixed' && <FixedFields {...{ path, column, onChange }} />}
    </>
  )
}

function FixedFields({ path, column: { width, fill }, onChange }: Pick<FieldsProps, 'path' | 'column' | 'onChange'>) {
  return (
    <>
      <NumberField
        path={`${path}.width`}
        label={m.rules_transfer_width()}
        min={1}
        max={200}
        value={width}
        onChange={(value) => onChange({ width: value })}
      />
      <SelectInput
        path={`${path}.fill`}
        label={m.rules_transfer_fill()}
        value={fill}
        onChange={(value) => onChange({ fill: value as Column['fill'] })}
      >
        {Object.entries(fills).map(([value, word]) => (
          <option key={value} value={value}>
            {word()}
          </option>
        ))}
      </SelectInput>
    </>
  )
}
