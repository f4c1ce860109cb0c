import { m } from '#i18n/generated/messages.js'
import type { CourtFile } from '#ui/staff/kit/catalogue-types.ts'
import { Panel } from '#ui/staff/kit/staff-page.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { useState } from 'react'
import { CourtRow } from './court-row.tsx'
import { addCourt, changeCourt, joinCourts, moveCourt, removeCourt, retireCourt, splitCourt } from '#ui/staff/kit/edit-courts.ts'
import { FloorPlan } from './floor-plan.tsx'
import type { TabProps } from './tab-props.ts'

/** Courts of a facility and how its floors divide. */
export function CourtsTab({ facility, draft: { change }, catalogue }: TabProps) {
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set())
  const { courts } = facility
  const taken = new Set([...codesOf(catalogue.file.facilities), ...courts.map(({ code }) => code)])
  const set = (next: CourtFile[]) => change({ courts: next })
  const parts = courts.filter(({ code, on }) => chosen.has(code) && !on)

  return (
    <>
      <Panel title={m.catalogue_plan_title()} lead={m.catalogue_plan_lead()}>
        <FloorPlan courts={courts} drawing={facility.drawing} colour={facility.colour} chosen={chosen} />
      </Panel>
      <Panel
        title={m.catalogue_courts_title()}
        lead={m.catalogue_courts_lead()}
        actions={
          <>
            <StaffButton
              icon="split"
              aria-disabled={parts.length < 2 || undefined}
              onClick={() => {
                if (parts.length < 2) return
                set(joinCourts(courts, taken, [...chosen], { tw: `${facility.name.tw} 全場`, en: `${facility.name.en} full court` }))
                choose(new Set())
              }}
            >
              {m.catalogue_join({ count: parts.length })}
            </StaffButton>
            <StaffButton icon="plus" onClick={() => set(addCourt(courts, taken, facility))}>
              {m.catalogue_add_court()}
            </StaffButton>
          </>
        }
      >
        <ol className="stack gap-2">
          {courts.map((court, n) => (
            <CourtRow
              key={court.code}
              court={court}
              path={`courts.${n}`}
              isFirst={n === 0}
              isLast={n === courts.length - 1}
              isChosen={chosen.has(court.code)}
              wasBooked={catalogue.everBooked.courts.includes(court.code)}
              isBookedAhead={catalogue.bookedAhead.includes(court.code)}
              onChoose={(isChosen) =>
                choose(new Set(courts.map(({ code }) => code).filter((code) => (code === court.code ? isChosen : chosen.has(code)))))
              }
              onChange={(patch) => set(changeCourt(courts, court.code, patch))}
              onMove={(step) => set(moveCourt(courts, court.code, step))}
              onSplit={(into) => set(splitCourt(courts, taken, court.code, into))}
              onRetire={(isRetired) => set(retireCourt(courts, court.code, isRetired))}
              onRemove={() => set(removeCourt(courts, court.code))}
            />
          ))}
        </ol>
      </Panel>
    </>
  )
}

/** Codes of courts are unique in the whole catalogue. */
const codesOf = (facilities: readonly { courts: CourtFile[] }[] = []) => facilities.flatMap(({ courts }) => courts.map(({ code }) => code))
