import style from './brand.module.css'
import { useHomePath } from './nav-items.ts'
import { NavLink } from '#ui/kit/nav-link.tsx'
import { useCentre, useCentreName } from '#ui/session/viewer.ts'

export function Brand() {
  const name = useCentreName()
  return (
    <NavLink to={useHomePath()} className={style.brand}>
      <CentreMark />
      <span data-long={name.length > 14 || undefined}>{name}</span>
    </NavLink>
  )
}

/** The centre's logo, or the mark of a centre without one. The name stands beside it. */
export function CentreMark({ size = 34 }: { size?: number }) {
  const logo = useCentre()?.logo
  if (!logo) return <BrandMark size={size} />
  return <img className={style.logo} style={{ height: size }} src={logo.mark} width={logo.width} height={logo.height} alt="" />
}

/** The mark of a centre without a logo: a court from above, with leaves growing through its middle line. */
function BrandMark({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 36 36" fill="none" aria-hidden>
      <rect width="36" height="36" rx="10" className={style.field} />
      <g className={style.lines} strokeWidth="1.6">
        <path d="M7.5 7.5h21v21h-21zM7.5 23h21" opacity=".55" />
        <path d="M18 28.5V16" strokeLinecap="round" strokeWidth="2" />
      </g>
      <path
        className={style.leaf}
        d="M18 19.5c-.4-4.4-2.7-7-7.3-7.7.2 4.7 2.7 7.4 7.3 7.7ZM18 16.5c.2-4.8 2.6-7.8 7.5-8.9.2 5.3-2.4 8.4-7.5 8.9Z"
      />
    </svg>
  )
}
