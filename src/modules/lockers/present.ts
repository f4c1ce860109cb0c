import type { Locale } from '#i18n/locale.ts'
import { say } from '#i18n/words.ts'
import type { ShownRental } from './read-lockers.ts'
import type { PlanLocker, SizePrice } from './read-store.ts'
import { termOf } from './rules.ts'
import type { PlanAnswer, RentalAnswer } from './wire.ts'

const iso = (moment: Date | null) => moment?.toISOString() ?? null

export function presentPlan(
  { lockers, sizes }: { lockers: PlanLocker[]; sizes: SizePrice[] },
  locale: Locale,
): Pick<PlanAnswer, 'walls' | 'sizes'> {
  const walls = Map.groupBy(lockers, ({ wall }) => wall)
  return {
    walls: [...walls].map(([wall, ofWall]) => ({
      wall,
      columns: Math.max(...ofWall.map(({ column }) => column)),
      rows: Math.max(...ofWall.map(({ row }) => row)),
      lockers: ofWall.map(({ id, number, size, column, row, taken, mine }) => ({
        id,
        number,
        size,
        column,
        row,
        status: mine ? ('mine' as const) : taken ? ('taken' as const) : ('free' as const),
      })),
    })),
    sizes: sizes.map(({ size, name, terms, deposit }) => {
      const such = lockers.filter((locker) => locker.size === size)
      const priceOf = (wanted: number) => terms.find(({ months }) => months === wanted)?.price ?? null
      return {
        size,
        name: say(name, locale),
        terms: terms.map(({ months, price }) => ({ term: termOf(months), price })),
        monthPrice: priceOf(1),
        halfYearPrice: priceOf(6),
        deposit,
        free: such.filter(({ taken }) => !taken).length,
        total: such.length,
      }
    }),
  }
}

export const presentRental = (rental: ShownRental, locale: Locale): RentalAnswer => ({
  id: rental.id,
  lockerId: rental.lockerId,
  number: rental.number,
  size: rental.size,
  sizeName: say(rental.sizeName, locale),
  wall: rental.wall,
  status: rental.status,
  deposit: rental.deposit,
  createdAt: rental.createdAt.toISOString(),
  startsAt: iso(rental.startsAt),
  endsAt: iso(rental.endsAt),
  lastDay: rental.lastDay,
  closedAt: iso(rental.closedAt),
  renewFrom: iso(rental.renewFrom),
  mayRenew: rental.mayRenew,
  returnGives: rental.returnGives,
  waiting: rental.waiting && { ...rental.waiting, payBefore: rental.waiting.payBefore.toISOString() },
})

export const presentForStaff = (rental: ShownRental, locale: Locale) => ({
  ...presentRental(rental, locale),
  memberName: rental.memberName,
  memberAccount: rental.memberAccount,
  memberMobile: rental.memberMobile,
  clearFrom: iso(rental.clearFrom),
})
