import style from './facts.module.css'

type Fact = [label: string, value: string]

/** Description list of terms and values. Empty entries are left out. */
export function Facts({ facts }: { facts: (Fact | '' | false | null | undefined)[] }) {
  return (
    <dl className={style.facts}>
      {facts
        .filter((fact) => Array.isArray(fact))
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
