import { m } from '#i18n/generated/messages.js'
import { Button } from '#ui/kit/button.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { useRouter } from '@tanstack/react-router'
import { logout } from './logout.ts'

export function LogoutButton({ className, withIcon = false }: { className?: string | undefined; withIcon?: boolean }) {
  const router = useRouter()
  return (
    <Button
      look={withIcon ? 'secondary' : 'bare'}
      wide={withIcon}
      className={className}
      icon={withIcon && <Icon name="logout" />}
      onClick={() => void logout(router)}
    >
      {m.nav_logout()}
    </Button>
  )
}
