import { Icon } from './icon.tsx'
import style from './section-steps.module.css'

export type Step = { id: string; title: string; done: boolean }

/** Links to the sections of a long form, with a mark on those that are complete. A strip on a phone, a list beside the form on a wide screen. */
export function SectionSteps({ label, doneWord, steps }: { label: string; doneWord: string; steps: readonly Step[] }) {
  return (
    <nav className={style.steps} aria-label={label}>
      <ol>
        {steps.map(({ id, title, done }, index) => (
          <li key={id} data-done={done || undefined}>
            <a href={`#${id}`}>
              <span className={style.mark} aria-hidden>
                {done ? <Icon name="check" size={16} /> : index + 1}
              </span>
              <span>{title}</span>
              {done && <span className="sr-only">{doneWord}</span>}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
