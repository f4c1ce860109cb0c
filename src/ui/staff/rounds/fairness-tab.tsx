import { m } from '#i18n/generated/messages.js'
import type { StaffRound } from '#modules/preorders/season-wire.ts'
import { useApi } from '#ui/accounts/member-queries.ts'
import { HallFairness } from '#ui/preorders/hall-fairness.tsx'
import { Panel } from '#ui/staff/kit/staff-page.tsx'
import { useQuery } from '@tanstack/react-query'
import { staffFairnessQuery } from './rounds-queries.ts'

/** How the floor of a season went, hall by hall: what clubs see as well. */
export function FairnessTab({ round }: { round: StaffRound }) {
  const { data, isError } = useQuery(staffFairnessQuery(useApi(), round.id))
  return (
    <Panel title={m.fair_title()}>
      {data && <HallFairness halls={data} />}
      {isError && <p>{m.fair_not_yet()}</p>}
    </Panel>
  )
}
