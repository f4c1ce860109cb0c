import { m } from '#i18n/generated/messages.js'
import { Icon } from '#ui/kit/icon.tsx'
import { useRouter } from '@tanstack/react-router'
import { logout } from './logout.ts'
import style from './tool.module.css'

export function LogoutButton({ className, withIcon = false }: { className?: string | undefined; withIcon?: boolean }) {
  const router = useRouter()
  return (
    <button type="button" className={withIcon ? className : `${style.tool} ${className ?? ''}`} onClick={() => void logout(router)}>
      {withIcon && <Icon name="logout" />}
      <span>{m.nav_logout()}</span>
    </button>
  )
}
