import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { formatMoney } from '#i18n/money.ts'
import { say } from '#i18n/words.ts'
import { useApi } from '#ui/session/use-api.ts'
import { catalogueQuery } from '#ui/staff/kit/catalogue-query.ts'
import type { LockersFile } from '#ui/staff/kit/catalogue-types.ts'
import { ListChange } from '#ui/staff/kit/list-change.tsx'
import { useListDraft } from '#ui/staff/kit/list-draft.ts'
import { StaffPage } from '#ui/staff/kit/staff-page.tsx'
import { useSuspenseQuery } from '@tanstack/react-query'
import { keyOf, lettersOf, lockersFrom, thingsOf, type LockerThing, type Size, type Wall } from './edit-lockers.ts'
import { SizesPanel } from './sizes-panel.tsx'
import type { SizeMark } from './wall-plan.tsx'
import { WallsPanel } from './walls-panel.tsx'

const none: LockersFile = { sizes: [], walls: [] }
const colours = 6

/** Lockers: sizes with deposit and terms, and walls drawn from the front. What is rented now is marked, and cannot be taken away. */
export function LockersScreen() {
  const api = useApi()
  const { file, revisions, rented } = useSuspenseQuery(catalogueQuery(api)).data
  const draft = useListDraft({ part: 'lockers', items: thingsOf(file.lockers ?? none), revision: revisions.lockers, keyOf })
  const { sizes, walls } = lockersFrom(draft.items)
  const saved = lockersFrom(draft.base)
  const set = (next: { sizes?: Size[]; walls?: Wall[] }) => draft.set(thingsOf({ sizes, walls, ...next }))
  const marks = marksOf(sizes)
  const isRented = new Set(rented)
  return (
    <StaffPage title={m.staff_screen_lockers()} lead={m.lockers_lead()}>
      <ListChange
        part="lockers"
        draft={draft}
        changesOf={(things) => ({ lockers: lockersFrom(things) })}
        itemsOf={(part) => thingsOf((part ?? none) as LockersFile)}
        nameOf={(thing) => (thing.kind === 'size' ? say(thing.name, getLocale()) || thing.code : m.lockers_wall({ wall: thing.wall }))}
        textOf={(thing) => thingText(thing, marks)}
      >
        <SizesPanel sizes={sizes} saved={saved} walls={walls} marks={marks} rented={isRented} onChange={(next) => set({ sizes: next })} />
        <WallsPanel
          walls={walls}
          saved={saved.walls}
          sizes={sizes}
          marks={marks}
          rented={isRented}
          onChange={(next) => set({ walls: next })}
        />
      </ListChange>
    </StaffPage>
  )
}

function marksOf(sizes: Size[]): Map<string, SizeMark> {
  const letters = lettersOf(sizes)
  return new Map(
    sizes.map(({ code, name }, n) => [code, { letter: letters.get(code)!, colour: n % colours, name: say(name, getLocale()) || code }]),
  )
}

/** A size or a wall in words, a line for each field. */
function thingText(thing: LockerThing, marks: ReadonlyMap<string, SizeMark>): string {
  if (thing.kind === 'wall') return `${marks.get(thing.size)?.name ?? thing.size}\n${thing.columns} × ${thing.rows}`
  const { name, deposit, terms } = thing
  return [
    name.tw,
    name.en,
    `${m.catalogue_deposit()} ${formatMoney(deposit)}`,
    ...terms.map(({ months, price }) => `${m.lockers_months_of({ count: months })} ${formatMoney(price)}`),
  ].join('\n')
}
