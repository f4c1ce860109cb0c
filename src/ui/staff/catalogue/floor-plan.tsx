import { m } from '#i18n/generated/messages.js'
import { courtLines, type Sport } from '#lib/court-lines.ts'
import type { CourtFile } from '#ui/staff/kit/catalogue-types.ts'
import { join, say } from '#ui/staff/kit/say-words.ts'
import { floorGroups, type FloorGroup } from '#ui/staff/kit/edit-courts.ts'
import style from './floor-plan.module.css'

type Props = { courts: readonly CourtFile[]; drawing: Sport; colour: string; chosen: ReadonlySet<string> }

/** Courts seen from above: single floors side by side, and above them what stands on several of them. */
export function FloorPlan({ courts, drawing, colour, chosen }: Props) {
  const groups = floorGroups(courts)
  if (groups.length === 0) return <p className="soft">{m.catalogue_no_courts()}</p>
  return (
    <ul className={style.plan} style={{ '--court': colour } as object}>
      {groups.map((group) => (
        <li key={group.floors[0]!.code}>
          <Floor group={group} drawing={drawing} chosen={chosen} />
        </li>
      ))}
    </ul>
  )
}

const [wide, high, bar, gap] = [132, 84, 26, 5]

function Floor({ group: { floors, over }, drawing, chosen }: { group: FloorGroup; drawing: Sport; chosen: ReadonlySet<string> }) {
  const width = floors.length * wide
  const top = over.length * (bar + gap)
  const label = [
    ...over.map(({ court, takes }) => m.catalogue_plan_over({ court: say(court.name), courts: join(takes) })),
    ...floors.map(({ name }) => say(name)),
  ]
  return (
    <svg className={style.floor} width={width} viewBox={`-1 -1 ${width + 2} ${top + high + 2}`} role="img" aria-label={join(label)}>
      {over.map(({ court, takes }, row) => (
        <Over key={court.code} court={court} at={takes.map((code) => floors.findIndex((floor) => floor.code === code))} row={row} />
      ))}
      <g transform={`translate(0 ${top})`}>
        <rect className={style.ground} width={width} height={high} rx={6} />
        <Lines drawing={drawing} width={width} />
        {floors.map((floor, n) => (
          <g key={floor.code} transform={`translate(${n * wide} 0)`} data-chosen={chosen.has(floor.code) || undefined}>
            <rect className={style.piece} x={3} y={3} width={wide - 6} height={high - 6} rx={4} />
            <Label x={wide / 2} y={high / 2} name={say(floor.name)} code={floor.code} most={11} />
          </g>
        ))}
      </g>
    </svg>
  )
}

/** The lines of the sport over the whole floor, faint. */
function Lines({ drawing, width }: { drawing: Sport; width: number }) {
  const { length, width: across, lines } = courtLines[drawing]
  return (
    <g className={style.lines} transform={`translate(6 6) scale(${(width - 12) / length} ${(high - 12) / across})`}>
      <path d={lines} vectorEffect="non-scaling-stroke" />
    </g>
  )
}

/** A court over several floors: a bar over each, joined where floors between are not its own. */
function Over({ court, at, row }: { court: CourtFile; at: number[]; row: number }) {
  const [first, last] = [Math.min(...at), Math.max(...at)]
  const y = row * (bar + gap)
  const isWhole = at.length === last - first + 1
  return (
    <g className={style.over}>
      {isWhole ? (
        <rect x={first * wide + 2} y={y} width={(last - first + 1) * wide - 4} height={bar} rx={5} />
      ) : (
        <>
          <path d={`M${first * wide + 4} ${y + bar / 2}H${(last + 1) * wide - 4}`} />
          {at.map((n) => (
            <rect key={n} x={n * wide + 2} y={y} width={wide - 4} height={bar} rx={5} />
          ))}
        </>
      )}
      <Label x={((first + last + 1) * wide) / 2} y={y + bar / 2} name={say(court.name)} most={at.length * 14} />
    </g>
  )
}

const cut = (text: string, most: number) => {
  const width = (letter: string) => (letter > '\u2e80' ? 1.7 : 1)
  let sum = 0
  const shown = [...text].filter((letter) => (sum += width(letter)) <= most * 1.5).join('')
  return shown.length < text.length ? `${shown}…` : text
}

function Label({ x, y, name, code, most }: { x: number; y: number; name: string; code?: string; most: number }) {
  return (
    <text x={x} y={y} textAnchor="middle" dominantBaseline="central">
      <tspan x={x} dy={code ? '-0.5em' : 0}>
        {cut(name, most)}
      </tspan>
      {code && (
        <tspan className={style.code} x={x} dy="1.35em">
          {code}
        </tspan>
      )}
    </text>
  )
}
