import { m } from '#i18n/generated/messages.js'
import type { LoginWayAnswer } from '#modules/settings/wire.ts'
import { ButtonLink } from '#ui/kit/button.tsx'
import { CourtLayout } from '#ui/kit/court-layout.tsx'
import { Link } from '@tanstack/react-router'
import { LoginWays } from './login-ways.tsx'
import style from './second-factor.module.css'

type Props = { issuer: LoginWayAnswer & { isLinked: boolean }; redirect: string | undefined }

/** For staff who have logged in another way than by the issuer of staff: their roles count in sessions that it opens. */
export function StaffLogin({ issuer: { isLinked, ...way }, redirect }: Props) {
  return (
    <CourtLayout
      title={m.staff_login_heading({ way: way.title })}
      lead={isLinked ? m.staff_login_lead() : m.staff_login_link_lead({ way: way.title })}
    >
      {isLinked ? (
        <LoginWays ways={[way]} redirect={redirect} />
      ) : (
        <ButtonLink to="/member/setting" hash="factors" wide>
          {m.way_link({ way: way.title })}
        </ButtonLink>
      )}
      <p className={style.foot}>
        <Link to="/member">{m.second_as_member()}</Link>
      </p>
    </CourtLayout>
  )
}
