import { m } from '#i18n/generated/messages.js'
import { splitPrefix } from '#i18n/locale.ts'
import type { SystemSettingAnswer } from '#modules/settings/wire.ts'
import { useRouter } from '@tanstack/react-router'
import { ButtonAnchor } from '#ui/kit/button.tsx'
import style from './second-factor.module.css'
import { WaySign } from './way-sign.tsx'

type Props = { ways: SystemSettingAnswer['loginWays']; redirect: string | undefined; label?: typeof m.login_by_way }

/** A button for each issuer by which members can log in: plain links, because they leave the site, and need no scripts. */
export function LoginWays({ ways, redirect, label = m.login_by_way }: Props) {
  const router = useRouter()
  const { prefix } = splitPrefix(router.buildLocation({ to: '/login' }).publicHref)
  const search = new URLSearchParams({ ...(redirect && { redirect }), ...(prefix && { prefix }) })
  if (ways.length === 0) return null
  return (
    <div className={style.passkeyLogin}>
      {ways.map(({ name, title, sign }) => (
        <ButtonAnchor
          key={name}
          look="secondary"
          wide
          icon={sign && <WaySign address={sign} />}
          href={`/api/AccountMember/LoginWay/${name}/Start?${search}`}
          rel="nofollow"
        >
          {label({ way: title })}
        </ButtonAnchor>
      ))}
    </div>
  )
}
