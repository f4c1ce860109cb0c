import style from './badge.module.css'

const most = 99

/** Text of a badge: the count, or 99+ above 99. */
export const badgeText = (count: number): string => (count > most ? `${most}+` : String(count))

/** Count of things that wait for attention; renders nothing for 0. */
export function Badge({ count, label }: { count: number; label: string }) {
  if (count <= 0) return null
  return (
    <span className={style.badge}>
      <span aria-hidden>{badgeText(count)}</span>
      <span className="sr-only">{label}</span>
    </span>
  )
}
