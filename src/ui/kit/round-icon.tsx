import { Icon, type IconName } from './icon.tsx'
import style from './round-icon.module.css'

/** An icon on a disc, in front of a shortcut's words. */
export const RoundIcon = ({ name }: { name: IconName }) => (
  <span className={style.disc}>
    <Icon name={name} />
  </span>
)
