import { m } from '#i18n/generated/messages.js'
import { maxLines, mostSlots } from '#modules/preorders/rules.ts'
import type { LineBody, PreOrderFacility, RoundAnswer, PreOrderCourt } from '#modules/preorders/wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { GridSkeleton } from '#ui/availability/grid-skeleton.tsx'
import { LiveBadge } from '#ui/availability/live-badge.tsx'
import { Button } from '#ui/kit/button.tsx'
import { Callout } from '#ui/kit/callout.tsx'
import { SegmentedControl } from '#ui/kit/segmented-control.tsx'
import { toast } from '#ui/kit/toast.tsx'
import { sayLength, sayList } from '#ui/venues/venue-words.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ClosedDays } from './closed-days.tsx'
import { seasonCourtsQuery } from './preorder-queries.ts'
import { SeasonGrid, SeasonLegend } from './season-grid.tsx'
import { closedDays, type CourtChoice as Choice } from './season-model.ts'
import { SingleDates } from './single-dates.tsx'
import style from './time-choice.module.css'
import { useSeason } from './use-season.ts'
import { RadioChips } from '#ui/kit/radio-chips.tsx'

type Kind = 'weekly' | 'single'
type Props = {
  round: RoundAnswer
  facility: PreOrderFacility
  lines: LineBody[]
  onLines(change: (lines: LineBody[]) => LineBody[]): void
}

/** Choice of court and time, weekly or by single dates: each choice adds a line. */
export function TimeChoice({ round, facility, lines, onLines }: Props) {
  const most = mostSlots(round, facility.slotMinutes)
  const [kind, setKind] = useState<Kind>('weekly')
  const [length, setLength] = useState(most)
  const [wanted, setWanted] = useState<Choice>('any')
  const { data: courts = [] } = useQuery(seasonCourtsQuery(useApi(), round.id, facility.id))
  const choice = chosenOf(wanted, kind, courts)
  const { overview, season, failed, liveness, look } = useSeason(round, facility.id, choice)

  const change = (next: (before: LineBody[]) => LineBody[]) =>
    onLines((before) => {
      const after = next(before)
      if (after.length <= maxLines) return after
      toast('warning', m.preorder_too_many_lines({ max: maxLines }))
      return before
    })
  const shown = { round, length: Math.min(length, most), lines, onLines: change }
  return (
    <div className="stack gap-4">
      <CourtChoice courts={courts} sharing={courts} choice={choice} withAny={kind === 'weekly' && courts.length > 1} onChoose={setWanted} />
      <div className="pair gap-4">
        <SegmentedControl<Kind>
          legend={m.preorder_how()}
          value={kind}
          options={[
            { value: 'weekly', label: m.preorder_how_weekly() },
            { value: 'single', label: m.preorder_how_single() },
          ]}
          onChange={setKind}
        />
        {most > 1 && (
          <SegmentedControl
            legend={m.preorder_length()}
            value={String(Math.min(length, most))}
            options={Array.from({ length: most }, (_, n) => ({ value: String(n + 1), label: sayLength((n + 1) * facility.slotMinutes) }))}
            onChange={(value) => setLength(Number(value))}
          />
        )}
      </div>
      <div className={style.top}>
        <SeasonLegend kind={kind} />
        <LiveBadge liveness={failed ? 'lost' : liveness} />
      </div>
      {overview && (kind === 'weekly' || season) ? (
        kind === 'weekly' ? (
          <>
            <SeasonGrid {...shown} key={facility.id} facility={facility} overview={overview} choice={choice} />
            <ClosedDays days={closedDays(overview.courts.filter(({ id }) => choice === 'any' || id === choice))} />
          </>
        ) : (
          season && <SingleDates {...shown} key={season.courts[0]?.id} season={season} />
        )
      ) : failed ? (
        <Failed onRetry={look} />
      ) : (
        <GridSkeleton />
      )}
    </div>
  )
}

function Failed({ onRetry }: { onRetry(): void }) {
  const retry = (
    <Button look="secondary" onClick={onRetry}>
      {m.grid_try_again()}
    </Button>
  )
  return <Callout tone="error" title={m.grid_failed()} action={retry} />
}

/** The chosen court, or the first one when it belongs to another facility or a single court is required. */
function chosenOf(wanted: Choice, kind: Kind, courts: { id: number }[]): Choice {
  const first = courts[0]?.id ?? 'any'
  if (wanted === 'any') return kind === 'single' || courts.length === 1 ? first : 'any'
  return courts.some(({ id }) => id === wanted) ? wanted : kind === 'single' ? first : 'any'
}

type CourtChoiceProps = {
  courts: { id: number; name: string }[]
  /** Courts that share floor with the chosen one. */
  sharing: PreOrderCourt[]
  choice: Choice
  /** Offers "any court": not for single dates, which are of one court. */
  withAny: boolean
  onChoose(choice: Choice): void
}

/** Choice of a court, or any court, with a note about courts that share its floor. */
function CourtChoice({ courts, sharing, choice, withAny, onChoose }: CourtChoiceProps) {
  const shares = sharing.find(({ id }) => id === choice)?.sharesWith ?? []
  return (
    <div className="stack gap-2">
      <RadioChips<Choice>
        legend={m.grid_choose_court()}
        value={choice}
        options={[
          ...(withAny ? [{ value: 'any' as const, label: m.grid_any_court() }] : []),
          ...courts.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={onChoose}
      />
      {shares.length > 0 && <p className="note">{m.preorder_shares({ courts: sayList(shares) })}</p>}
    </div>
  )
}
