import { m } from '#i18n/generated/messages.js'
import { Button } from '#ui/kit/button.tsx'
import { Input } from '#ui/kit/control.tsx'
import type { CourtFile, IdentityFile, PriceListFile, Prices } from './catalogue-types.ts'
import { fieldId, useFieldError, SelectInput } from './fields.tsx'
import { StaffButton } from './staff-button.tsx'
import { join, levelName, say } from './say-words.ts'
import { isAbovePublic, priceGroups, sameForAll, setPrice, unpriceCourts, type Amount, priceCourt } from './edit-prices.ts'
import style from './price-matrix.module.css'
import { useState } from 'react'

type Props = {
  list: PriceListFile
  path: string
  identities: readonly IdentityFile[]
  courts: readonly CourtFile[]
  onChange(list: PriceListFile): void
}

/** Prices of a slot: identities down, levels across, once for all courts and once for each set of courts that differ. */
export function PriceMatrix({ list, path, identities, courts, onChange }: Props) {
  const groups = priceGroups(list)
  const columns = [{ courts: [] as string[], prices: list.prices }, ...groups]
  const nameOf = (code: string) => say(courts.find((court) => court.code === code)?.name ?? { tw: code, en: code })
  return (
    <>
      <div className={style.scroll}>
        <table className={style.matrix}>
          <caption className="sr-only">{m.catalogue_matrix_title()}</caption>
          <MatrixHead list={list} columns={columns} nameOf={nameOf} codes={identities.map(({ code }) => code)} onChange={onChange} />
          <tbody>
            {identities.map((identity) => (
              <tr key={identity.code}>
                <th scope="row">
                  {say(identity.name)} <small>{identity.code}</small>
                </th>
                {columns.flatMap((column) =>
                  list.levels.map((level, n) => (
                    <PriceCell
                      // Levels have no key of their own, and change their names while they are typed.
                      // oxlint-disable-next-line react/no-array-index-key
                      key={`${column.courts.join(' ')} ${n}`}
                      path={cellPath(path, column.courts[0], identity.code, n)}
                      label={[say(identity.name), levelName(level, n), ...column.courts.map(nameOf)].join(' ')}
                      amount={column.prices[identity.code]?.[n] ?? null}
                      isAbove={isAbovePublic({ ...list.prices, ...column.prices }, identity.code, n)}
                      onChange={(amount) => onChange(setPrice(list, identity.code, n, amount, column.courts))}
                    />
                  )),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <PriceOneCourt list={list} path={path} courts={courts} onChange={onChange} />
    </>
  )
}

type Column = { courts: string[]; prices: Prices }
type HeadProps = Pick<Props, 'list' | 'onChange'> & { columns: Column[]; codes: string[]; nameOf(code: string): string }

function MatrixHead({ list, columns, nameOf, codes, onChange }: HeadProps) {
  return (
    <thead>
      <tr>
        <th scope="col" rowSpan={2}>
          {m.staff_kind_identity()}
        </th>
        {columns.map((column) => (
          <th key={column.courts.join(' ')} scope="colgroup" colSpan={list.levels.length}>
            {column.courts.length > 0
              ? join(column.courts.map(nameOf))
              : columns.length > 1
                ? m.catalogue_other_courts()
                : m.catalogue_all_courts()}
            {column.courts.length > 0 && (
              <StaffButton look="quiet" icon="remove" iconOnly onClick={() => onChange(unpriceCourts(list, column.courts))}>
                {m.catalogue_unprice({ courts: join(column.courts.map(nameOf)) })}
              </StaffButton>
            )}
          </th>
        ))}
      </tr>
      <tr>
        {columns.flatMap((column) =>
          list.levels.map((level, n) => (
            // oxlint-disable-next-line react/no-array-index-key
            <th key={`${column.courts.join(' ')} ${n}`} scope="col">
              {levelName(level, n)}
              <Button
                look="text"
                className={style.same}
                title={m.catalogue_same_for_all_hint()}
                onClick={() => onChange(sameForAll(list, codes, n, column.courts))}
              >
                {m.catalogue_same_for_all()}
              </Button>
            </th>
          )),
        )}
      </tr>
    </thead>
  )
}

const cellPath = (path: string, court: string | undefined, identity: string, level: number) =>
  court ? `${path}.courts.${court}.${identity}.${level}` : `${path}.prices.${identity}.${level}`

type CellProps = { path: string; label: string; amount: Amount; isAbove: boolean; onChange(amount: Amount): void }

function PriceCell({ path, label, amount, isAbove, onChange }: CellProps) {
  const own = useFieldError(path)
  // An identity without any price is named as a whole.
  const whole = useFieldError(path.replace(/\.\d$/, ''))
  const error = own ?? (amount === null ? whole : undefined)
  return (
    <td>
      <Input
        id={fieldId(path)}
        type="number"
        inputMode="numeric"
        min={0}
        step={1}
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={isAbove && !error ? `${fieldId(path)}-above` : undefined}
        title={error}
        value={amount ?? ''}
        onChange={(event) => onChange(event.target.value === '' ? null : Math.trunc(Number(event.target.value)))}
      />
      {error && <small className={style.error}>{error}</small>}
      {isAbove && !error && (
        <small id={`${fieldId(path)}-above`} className={style.above}>
          {m.catalogue_above_public()}
        </small>
      )}
    </td>
  )
}

type PriceOneCourtProps = { list: PriceListFile; path: string; courts: readonly CourtFile[]; onChange(list: PriceListFile): void }

/** Gives one court prices of its own: half, double, or the same to begin with. */
function PriceOneCourt({ list, path, courts, onChange }: PriceOneCourtProps) {
  const left = courts.filter(({ code }) => !list.courts?.[code])
  const [chosen, choose] = useState('')
  const court = left.find(({ code }) => code === chosen) ?? left[0]
  if (courts.length < 2 || !court) return null
  return (
    <div className="cluster bottom">
      <SelectInput path={`${path}.own-court`} label={m.catalogue_price_court()} value={court.code} onChange={choose}>
        {left.map(({ code, name }) => (
          <option key={code} value={code}>
            {say(name)} ({code})
          </option>
        ))}
      </SelectInput>
      <StaffButton onClick={() => onChange(priceCourt(list, court.code, 0.5))}>{m.catalogue_price_half()}</StaffButton>
      <StaffButton onClick={() => onChange(priceCourt(list, court.code, 2))}>{m.catalogue_price_double()}</StaffButton>
      <StaffButton onClick={() => onChange(priceCourt(list, court.code, 1))}>{m.catalogue_price_own()}</StaffButton>
    </div>
  )
}
