import { m } from '#i18n/generated/messages.js'
import type { SecondFactorsAnswer } from '#modules/logins/second-factor-wire.ts'
import type { MemberAnswer } from '#modules/accounts/wire.ts'
import { Button } from '#ui/kit/button.tsx'
import { logout } from '#ui/session/logout.ts'
import { useApi } from '#ui/session/use-api.ts'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { ConfirmSecret } from './confirm-secret.tsx'
import { ProveFactor } from './prove-factor.tsx'
import { secondFactorsQuery } from './second-factor-queries.ts'
import factor from './second-factor.module.css'
import style from './setting.module.css'

type Props = { factors: SecondFactorsAnswer; member: MemberAnswer; children: ReactNode }

/** What is inside opens once the password or the factor was given again, or the login is new, in the last minutes. */
export function ConfirmedFirst({ factors, member, children }: Props) {
  const router = useRouter()
  const [first, setFirst] = useState(factors.confirmFirst)
  const { staffIssuer } = factors
  if (first === 'secret') return <ConfirmSecret email={member.email} onConfirmed={() => setFirst(null)} />
  if (first === 'factor')
    return (
      <div className={factor.setup}>
        <p className={style.note}>{m.factor_again()}</p>
        <ProveFactor ways={factors.ways} onProven={() => setFirst(null)} />
      </div>
    )
  if (first === 'login')
    return (
      <div className={factor.setup}>
        <p className={style.note}>
          {staffIssuer && member.roles.length > 0 ? m.factor_login_again_by({ way: staffIssuer.title }) : m.factor_login_again()}
        </p>
        <Button look="secondary" onClick={() => void logout(router)}>
          {m.factor_log_in_again()}
        </Button>
      </div>
    )
  return children
}

/** For forms that ask for the password: who has none proves otherwise, before the form opens. */
export function ProvenFirst({ member, children }: Omit<Props, 'factors'>) {
  const factors = useQuery({ ...secondFactorsQuery(useApi()), enabled: !member.hasSecret }).data
  if (member.hasSecret || !factors) return children
  return (
    <ConfirmedFirst key={factors.confirmFirst} {...{ factors, member }}>
      {children}
    </ConfirmedFirst>
  )
}
