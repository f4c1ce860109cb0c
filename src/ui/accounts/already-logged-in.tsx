import { m } from '#i18n/generated/messages.js'
import { Button } from '#ui/kit/button.tsx'
import { logout } from '#ui/session/logout.ts'
import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import style from './form.module.css'

/** Shown on the login page to a member who is logged in: who it is, and links to go on or log out. */
export function AlreadyLoggedIn({ name, email, children }: { name: string; email: string; children: ReactNode }) {
  const router = useRouter()
  return (
    <div className={style.panel}>
      <p className={style.who}>
        <span className={style.initial} aria-hidden>
          {[...name][0]}
        </span>
        <span className={style.words}>
          <strong>{name}</strong>
          <span>{email}</span>
        </span>
      </p>
      {children}
      <Button look="secondary" wide onClick={() => void logout(router)}>
        {m.login_other_account()}
      </Button>
    </div>
  )
}
