import { m } from '#i18n/generated/messages.js'
import { splitPrefix } from '#i18n/locale.ts'
import type { SystemSettingAnswer } from '#modules/settings/wire.ts'
import { useRouter } from '@tanstack/react-router'
import { ButtonAnchor } from '#ui/kit/button.tsx'
import style from './second-factor.module.css'

type Props = { ways: SystemSettingAnswer['loginWays']; redirect: string | undefined }

/** A button for each issuer by which members can log in: plain links, because they leave the site, and need no scripts. */
export function LoginWays({ ways, redirect }: Props) {
  const router = useRouter()
  const { prefix } = splitPrefix(router.buildLocation({ to: '/login' }).publicHref)
  const search = new URLSearchParams({ ...(redirect && { redirect }), ...(prefix && { prefix }) })
  if (ways.length === 0) return null
  return (
    <div className={style.passkeyLogin}>
      {ways.map(({ name, title }) => (
        <ButtonAnchor key={name} look="secondary" wide href={`/api/AccountMember/LoginWay/${name}/Start?${search}`} rel="nofollow">
          {m.login_by_way({ way: title })}
        </ButtonAnchor>
      ))}
    </div>
  )
}
