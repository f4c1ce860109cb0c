import { m } from '#i18n/generated/messages.js'
import { NumberField, useFieldError } from '#ui/staff/kit/fields.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import style from './rules-screen.module.css'

export type Tier = { days: number; percent: number }
type Props = { path: string; title: string; tiers: readonly Tier[]; onChange(tiers: Tier[]): void }

/** Refund tiers from the most days before to the day itself. The last one always begins at 0 days. */
export function TiersField({ path, title, tiers, onChange }: Props) {
  const error = useFieldError(path)
  const set = (n: number, patch: Partial<Record<keyof Tier, number | null>>) =>
    onChange(tiers.map((tier, k) => (k === n ? ({ ...tier, ...patch } as Tier) : tier)))
  const last = tiers.length - 1
  return (
    <fieldset className={style.tiers} aria-describedby={error ? `${path}-error` : undefined}>
      <legend>{title}</legend>
      {/* New tiers come first, so that a tier is known by its place from the end. */}
      {tiers.map((tier, n) => (
        <div key={`tier ${last - n}`} className={style.tier}>
          <NumberField
            path={`${path}.${n}.days`}
            label={m.rules_tier_days()}
            unit={m.rules_unit_days()}
            value={tier.days}
            onChange={(days) => set(n, { days })}
          />
          <NumberField
            path={`${path}.${n}.percent`}
            label={m.rules_tier_percent()}
            unit="%"
            max={100}
            value={tier.percent}
            onChange={(percent) => set(n, { percent })}
          />
          {n < last && (
            <StaffButton look="quiet" icon="remove" iconOnly onClick={() => onChange(tiers.filter((_, k) => k !== n))}>
              {m.rules_tier_remove({ days: tier.days })}
            </StaffButton>
          )}
        </div>
      ))}
      {error && (
        <p id={`${path}-error`} className="danger">
          {error}
        </p>
      )}
      <div>
        <StaffButton icon="plus" onClick={() => onChange([newTier(tiers), ...tiers])}>
          {m.rules_tier_add()}
        </StaffButton>
      </div>
    </fieldset>
  )
}

/** A tier above the first: more days before, as much back. */
export const newTier = (tiers: readonly Tier[]): Tier => ({ days: (tiers[0]?.days ?? 0) + 1, percent: tiers[0]?.percent ?? 100 })
