import { courtNamed } from '#lib/court-lines.ts'
import { CourtDrawing } from '#ui/kit/court-drawing.tsx'
import { Fragment, type CSSProperties, type ReactNode } from 'react'
import { hallPieces, planColumns, shortNames, type PlanCourt } from './hall-floors.ts'
import style from './hall-plan.module.css'

/** What the element of a court is given. */
export type CourtBox = { className: string | undefined; style: CSSProperties | undefined; children: ReactNode }

type Props<Court extends PlanCourt> = {
  courts: readonly Court[]
  drawing: string
  colour: string
  /** Small, for a look; otherwise courts are large enough to press. */
  small?: boolean
  /** Below the name of a court. */
  note?: (court: Court) => string | undefined
  /** What screen readers say of a court instead of its short name. */
  spoken?: (court: Court) => string
  /** The element of a court. */
  renderCourt(court: Court, box: CourtBox): ReactNode
}

/** The courts of a hall seen from above, as they share its floors. */
export function HallPlan<Court extends PlanCourt>({ courts, drawing, colour, small = false, note, spoken, renderCourt }: Props<Court>) {
  const pieces = hallPieces(courts)
  const columns = { '--columns': planColumns(pieces, 5), '--narrow': planColumns(pieces, small ? 5 : 3) }
  const names = new Map(shortNames(courts.map(({ name }) => name)).map((name, n) => [courts[n]!.id, name]))
  const words = (one: Court) => {
    const name = names.get(one.id)!
    return (
      <>
        {spoken && <span className="sr-only">{spoken(one)}</span>}
        <span className={style.words} aria-hidden={spoken && true}>
          <b data-long={name.length > 4 || undefined}>{name}</b>
          {note && <span>{note(one)}</span>}
        </span>
      </>
    )
  }
  return (
    <div className={style.hall} data-small={small || undefined} style={{ '--facility': colour, ...columns } as CSSProperties}>
      {pieces.map(({ floors, over }) => (
        <div key={floors[0]!.id} className={style.piece} style={{ '--floors': floors.length } as CSSProperties}>
          {over.map(({ court: one, takes }) => (
            <Fragment key={one.id}>
              {renderCourt(one, {
                className: style.over,
                style: { gridColumn: `${Math.min(...takes) + 1} / ${Math.max(...takes) + 2}` },
                children: words(one),
              })}
            </Fragment>
          ))}
          {floors.map((one, n) => (
            <Fragment key={one.id}>
              {renderCourt(one, {
                className: style.floor,
                style: { gridColumn: n + 1 },
                children: (
                  <>
                    <CourtDrawing sport={courtNamed(drawing)} className={style.lines} />
                    {words(one)}
                  </>
                ),
              })}
            </Fragment>
          ))}
        </div>
      ))}
    </div>
  )
}
