import { m } from '#i18n/generated/messages.js'
import { createPortal } from 'react-dom'
import { useCentreName } from '#ui/session/viewer.ts'
import style from './consent-sheet.module.css'
import { privacyPoints } from './privacy-points.ts'

/** The consent form to sign on paper: hidden on the screen, and the only element on the printed page. */
export function ConsentSheet({ name, account }: { name: string; account: string }) {
  const centre = useCentreName()
  return createPortal(
    <div className={style.sheet}>
      <p className={style.site}>{centre}</p>
      <p className={style.title}>{m.consent_sheet_title()}</p>
      <ol className={style.points}>
        {privacyPoints.map(({ title, text }) => (
          <li key={title()}>
            <b>{title()}</b>
            <br />
            {text({ centre })}
          </li>
        ))}
      </ol>
      <p className={style.agree}>{m.consent_sheet_agree({ centre })}</p>
      <dl className={style.lines}>
        <Line label={m.consent_sheet_name()} text={name} />
        <Line label={m.consent_sheet_account()} text={account} />
        <Line label={m.consent_sheet_signature()} />
        <Line label={m.consent_sheet_date()} />
        <Line label={m.consent_sheet_guardian()} />
      </dl>
    </div>,
    document.body,
  )
}

function Line({ label, text = '' }: { label: string; text?: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{text}</dd>
    </div>
  )
}
