import { m } from '#i18n/generated/messages.js'
import type { MissingCode } from '#modules/staff/setup-rules.ts'
import type { SetupAnswer } from '#modules/staff/setup-wire.ts'
import { Button } from '#ui/kit/button.tsx'
import { Callout } from '#ui/kit/callout.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { RadioCard } from '#ui/kit/radio-card.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { settingsKey } from '#ui/session/viewer.ts'
import { StaffButtonLink } from '#ui/staff/kit/staff-button.tsx'
import { StaffIcon } from '#ui/staff/kit/staff-icon.tsx'
import { useStaffCall } from '#ui/staff/kit/use-staff-call.ts'
import { Link } from '@tanstack/react-router'
import style from './setup.module.css'

const words: Record<MissingCode, { is: () => string; means: () => string }> = {
  name: { is: m.staff_setup_missing_name, means: m.staff_setup_missing_name_means },
  facilities: { is: m.staff_setup_missing_facilities, means: m.staff_setup_missing_facilities_means },
  contact: { is: m.staff_setup_missing_contact, means: m.staff_setup_missing_contact_means },
  rules: { is: m.staff_setup_missing_rules, means: m.staff_setup_missing_rules_means },
  mail: { is: m.staff_setup_missing_mail, means: m.staff_setup_missing_mail_means },
  texts: { is: m.staff_setup_missing_texts, means: m.staff_setup_missing_texts_means },
  payment: { is: m.staff_setup_missing_payment, means: m.staff_setup_missing_payment_means },
}

/** What is missing, in words, and the button that lets visitors in. */
export function DoorsStep({ setup, onSaved }: { setup: SetupAnswer; onSaved(): Promise<void> }) {
  const call = useStaffCall([settingsKey])
  const { ready, busy, refused, form } = useSubmit(async (data) => {
    await call('/api/Staff/Setup/Open', { siteAccess: data.get('siteAccess') })
    await onSaved()
  })
  if (setup.isOpen) return <Opened />
  const isBlocked = setup.missing.some(({ isNeeded }) => isNeeded)
  return (
    <>
      {setup.missing.length === 0 ? (
        <Callout tone="success">{m.staff_setup_nothing_missing()}</Callout>
      ) : (
        <ul className={style.list} aria-label={m.staff_setup_missing()}>
          {setup.missing.map(({ code, step, isNeeded }) => (
            <li key={code} data-needed={isNeeded || undefined}>
              <StaffIcon name="alert" />
              <p>
                {words[code].is()}
                <small>{words[code].means()}</small>
              </p>
              <Link to="/setup" search={{ step }}>
                {m.staff_setup_missing_go()}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <form className={style.form} {...form}>
        <fieldset className={style.choices}>
          <legend>{m.staff_setup_access()}</legend>
          <RadioCard name="siteAccess" value="open" defaultChecked={setup.siteAccess === 'open'}>
            <span className={style.choice}>
              <b>{m.staff_setup_access_open()}</b>
              <span>{m.staff_setup_access_open_about()}</span>
            </span>
          </RadioCard>
          <RadioCard name="siteAccess" value="wired" defaultChecked={setup.siteAccess === 'wired'}>
            <span className={style.choice}>
              <b>{m.staff_setup_access_wired()}</b>
              <span>{m.staff_setup_access_wired_about()}</span>
            </span>
          </RadioCard>
        </fieldset>
        <FormProblem refused={refused} />
        <div className={style.actions}>
          <Button type="submit" busy={busy} disabled={!ready || isBlocked}>
            {m.staff_setup_open()}
          </Button>
        </div>
      </form>
    </>
  )
}

function Opened() {
  return (
    <Callout tone="success" title={m.staff_setup_opened()} role="status">
      <div className={style.actions}>
        <StaffButtonLink to="/staff" look="primary">
          {m.staff_setup_to_console()}
        </StaffButtonLink>
        <StaffButtonLink to="/venues">{m.staff_setup_to_site()}</StaffButtonLink>
      </div>
    </Callout>
  )
}
