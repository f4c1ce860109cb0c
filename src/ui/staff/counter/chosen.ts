import type { CounterScheduleAnswer } from '#modules/desk/counter-wire.ts'

/** A slot of a court that is to be sold, with the names that the list shows. */
export type Slot = { venue2ndId: number; start: string; end: string; where: string }

const keyOf = ({ venue2ndId, start }: Pick<Slot, 'venue2ndId' | 'start'>) => `${venue2ndId} ${Date.parse(start)}`
const isSame = (a: Slot, b: Slot) => keyOf(a) === keyOf(b)

export const isChosen = (chosen: readonly Slot[], slot: Slot): boolean => chosen.some((one) => isSame(one, slot))

export const toggled = (chosen: readonly Slot[], slot: Slot): Slot[] =>
  isChosen(chosen, slot) ? chosen.filter((one) => !isSame(one, slot)) : [...chosen, slot]

/** State of a cell as the grid shows it: what was chosen and is no longer free was lost to another desk or a member. */
export const shownState = <State extends string>(state: State, isMine: boolean): State | 'chosen' | 'lost' =>
  isMine ? (state === 'free' ? 'chosen' : 'lost') : state

/** Adds slots that are not chosen yet. */
export const added = (chosen: readonly Slot[], slots: readonly Slot[]): Slot[] => [
  ...chosen,
  ...slots.filter((slot) => !isChosen(chosen, slot)),
]

/** Slots that follow each other on one court are one period of the order. */
export function periodsOf(chosen: readonly Slot[]): Slot[] {
  const sorted = chosen.toSorted((a, b) => a.venue2ndId - b.venue2ndId || Date.parse(a.start) - Date.parse(b.start))
  const periods: Slot[] = []
  for (const slot of sorted) {
    const last = periods.at(-1)
    if (last?.venue2ndId === slot.venue2ndId && Date.parse(last.end) === Date.parse(slot.start)) last.end = slot.end
    else periods.push({ ...slot })
  }
  return periods.toSorted((a, b) => Date.parse(a.start) - Date.parse(b.start))
}

/** Index of the slot with which the grid begins: today the one that is running. A day that is over is shown whole. */
export function firstShown(courts: CounterScheduleAnswer['courts']): number {
  // A court without a price is closed all day, and says nothing about the hour.
  const firsts = courts
    .filter(({ cells }) => cells[0]?.state === 'past')
    .map(({ cells }) => cells.findIndex(({ state }) => state !== 'past'))
    .filter((first) => first > 0)
  return firsts.length > 0 ? Math.min(...firsts) : 0
}

type Asked = { court?: string | undefined; from?: string | undefined; to?: string | undefined }

/** The free slots that the address asks for, such as those that were pressed on the board. */
export function slotsAsked({ name, courts }: CounterScheduleAnswer, { court, from, to }: Asked, timeOf: (moment: Date) => string): Slot[] {
  const found = courts.find(({ code }) => code === court)
  if (!found || from === undefined) return []
  return found.cells
    .filter(({ state, start }) => {
      const time = timeOf(new Date(start))
      return state === 'free' && time >= from && (to === undefined ? time === from : time < to)
    })
    .map(({ start, end }) => ({ venue2ndId: found.id, start, end, where: `${name} ${found.name}` }))
}
