import { m } from '#i18n/generated/messages.js'
import { splitPrefix } from '#i18n/locale.ts'
import { Button } from '#ui/kit/button.tsx'
import { useRouter } from '@tanstack/react-router'
import style from './form.module.css'

const doors = [
  ['member', m.login_demo_member],
  ['community', m.login_demo_club],
  ['staff', m.login_demo_staff],
] as const

/** Demo only: logs in as a sample person with one press. A plain form, which works without JavaScript. */
export function DemoLogins({ redirect }: { redirect: string | undefined }) {
  const { prefix } = splitPrefix(useRouter().buildLocation({ to: '/login' }).publicHref)
  return (
    <form className={style.demo} method="post" action="/api/AccountMember/LoginForm" aria-labelledby="demo-title">
      <h2 id="demo-title">{m.login_demo_title()}</h2>
      <p>{m.login_demo_text()}</p>
      {redirect && <input type="hidden" name="redirect" value={redirect} />}
      {prefix && <input type="hidden" name="prefix" value={prefix} />}
      <div className={style.doors}>
        {doors.map(([account, label]) => (
          <Button key={account} type="submit" name="demo" value={account} look="secondary">
            {label()}
          </Button>
        ))}
      </div>
    </form>
  )
}
