import type { FacilityAnswer } from '#modules/venues/wire.ts'
import style from './facility-page.module.css'

export function FacilityRules({ facility }: { facility: FacilityAnswer }) {
  return (
    <ol className={style.rules}>
      {facility.rules.map((rule) => (
        <li key={rule}>{rule}</li>
      ))}
    </ol>
  )
}
