import { Icon } from './icon.tsx'
import style from './remove-button.module.css'

type Props = { /** What goes: it is heard, not seen. */ label: string; className?: string | undefined; onClick(): void }

/** Takes one thing out of a list. A cross, as large as a finger. */
export function RemoveButton({ label, className = '', onClick }: Props) {
  return (
    <button type="button" className={`${style.remove} ${className}`} aria-label={label} onClick={onClick}>
      <Icon name="close" size={18} />
    </button>
  )
}
