import { m } from '#i18n/generated/messages.js'
import type { StaffRound } from '#modules/preorders/season-wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { HallFairness } from '#ui/preorders/hall-fairness.tsx'
import { ReadFailure } from '#ui/staff/kit/read-failure.tsx'
import { Panel } from '#ui/staff/kit/staff-page.tsx'
import { useQuery } from '@tanstack/react-query'
import { staffFairnessQuery } from './rounds-queries.ts'

/** How the floor of a season went, hall by hall: what clubs see as well. */
export function FairnessTab({ round }: { round: StaffRound }) {
  const read = useQuery(staffFairnessQuery(useApi(), round.id))
  return (
    <Panel title={m.fair_title()}>
      {read.data && <HallFairness halls={read.data} />}
      <ReadFailure read={read} missing={m.fair_not_yet()} />
    </Panel>
  )
}
