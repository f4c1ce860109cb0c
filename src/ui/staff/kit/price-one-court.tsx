import { m } from '#i18n/generated/messages.js'
import type { CourtFile, PriceListFile } from './catalogue-types.ts'
import { SelectInput } from './fields.tsx'
import { StaffButton } from './staff-button.tsx'
import { useState } from 'react'
import { say } from './say-words.ts'
import { priceCourt } from './edit-prices.ts'

type Props = { list: PriceListFile; path: string; courts: readonly CourtFile[]; onChange(list: PriceListFile): void }

/** Gives one court prices of its own: half, double, or the same to begin with. */
export function PriceOneCourt({ list, path, courts, onChange }: Props) {
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
