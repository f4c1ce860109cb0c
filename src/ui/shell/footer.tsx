import { m } from '#i18n/generated/messages.js'
import { CourtDrawing } from '#ui/kit/court-drawing.tsx'
import type { Sport } from '#ui/kit/court-lines.ts'
import style from './footer.module.css'

const row: Sport[] = ['badminton', 'table-tennis', 'basketball', 'tennis', 'volleyball', 'pool']

export function Footer() {
  return (
    <footer className={style.footer}>
      <div className={style.inside}>
        <div>
          <p className={style.name}>{m.site_name()}</p>
          <p className={style.line}>{m.footer_tagline()}</p>
          <p className={style.line}>{m.footer_zone()}</p>
        </div>
        <div className={style.courts}>
          {row.map((sport) => (
            <CourtDrawing key={sport} sport={sport} className={style.court} />
          ))}
        </div>
      </div>
    </footer>
  )
}
