import style from './badge.module.css'

const most = 99

/** D9: 99 at most, then 99+. */
export const badgeText = (count: number): string => (count > most ? `${most}+` : String(count))

/** How many wait for attention; nothing when none do. */
export function Badge({ count, label }: { count: number; label: string }) {
  if (count <= 0) return null
  return (
    <span className={style.badge}>
      <span aria-hidden>{badgeText(count)}</span>
      <span className="heard">{label}</span>
    </span>
  )
}
