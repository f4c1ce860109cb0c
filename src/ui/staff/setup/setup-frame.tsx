import { m } from '#i18n/generated/messages.js'
import { setupSteps, type SetupStep } from '#modules/staff/setup-rules.ts'
import { Brand } from '#ui/shell/brand.tsx'
import { LanguageSwitch } from '#ui/shell/language-switch.tsx'
import { StaffIcon } from '#ui/staff/kit/staff-icon.tsx'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import style from './setup-frame.module.css'

const titles: Record<SetupStep, () => string> = {
  account: m.staff_setup_step_account,
  centre: m.staff_setup_step_centre,
  catalogue: m.staff_setup_step_catalogue,
  rules: m.staff_setup_step_rules,
  connections: m.staff_setup_step_connections,
  doors: m.staff_setup_step_doors,
}

/** Gets the focus when a step follows another. */
export const headingId = 'setup-heading'

type Props = {
  here: SetupStep
  /** What is done; undefined before there is an account: then nothing else can be opened. */
  done: Record<SetupStep, boolean> | undefined
  title: string
  lead?: string
  children: ReactNode
}

/** The setup wizard's own layout: where one is, what is done, and one step at a time. */
export function SetupFrame({ here, done, title, lead, children }: Props) {
  const count = setupSteps.filter((step) => done?.[step]).length
  return (
    <div className={style.page}>
      <header className={style.header}>
        <Brand />
        <LanguageSwitch />
      </header>
      <nav className={style.steps} aria-label={m.staff_setup_progress({ done: count, all: setupSteps.length })}>
        <ol>
          {setupSteps.map((step, index) => (
            <li key={step} data-done={done?.[step] || undefined} data-here={step === here || undefined}>
              <StepLink step={step} isOpen={done !== undefined && step !== 'account'} here={step === here}>
                <span className={style.mark} aria-hidden>
                  {done?.[step] ? <StaffIcon name="check" size={16} /> : index + 1}
                </span>
                <span className={style.name}>{titles[step]()}</span>
                {done?.[step] && <span className="sr-only">{m.staff_setup_done_word()}</span>}
              </StepLink>
            </li>
          ))}
        </ol>
      </nav>
      <main id="main" tabIndex={-1} className={style.main}>
        <h1 id={headingId} tabIndex={-1}>
          {title}
        </h1>
        {lead && <p className={style.lead}>{lead}</p>}
        {children}
      </main>
    </div>
  )
}

function StepLink({ step, isOpen, here, children }: { step: SetupStep; isOpen: boolean; here: boolean; children: ReactNode }) {
  if (!isOpen) return <span aria-current={here ? 'step' : undefined}>{children}</span>
  return (
    <Link to="/setup" search={{ step }} aria-current={here ? 'step' : undefined}>
      {children}
    </Link>
  )
}
