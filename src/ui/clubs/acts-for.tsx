import { m } from '#i18n/generated/messages.js'
import { Icon } from '#ui/kit/icon.tsx'
import { useViewer } from '#ui/session/viewer.ts'
import { Link } from '@tanstack/react-router'
import style from './acts-for.module.css'

/** In the header, while somebody acts for a club: its name, and the way to the switch. */
export function ActsFor() {
  const viewer = useViewer()
  if (!viewer || viewer.id === viewer.personId) return null
  return (
    <Link to="/member" className={style.acts} data-acts aria-label={m.club_acts_for({ club: viewer.communityName })}>
      <Icon name="people" size={18} />
      <span>{viewer.communityName}</span>
    </Link>
  )
}
