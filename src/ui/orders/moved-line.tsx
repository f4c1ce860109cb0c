import { formatPeriod } from '#i18n/dates.ts'
import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import type { OrderAnswer } from '#modules/orders/wire.ts'

type Moved = Pick<OrderAnswer['items'][number], 'parked' | 'movedFrom' | 'status'>

/** Court and time of a booking before it was moved. */
export const movedFromWords = ({ venue2ndName, start, end }: NonNullable<Moved['movedFrom']>): string =>
  `${venue2ndName} ${formatPeriod(new Date(start), new Date(end), getLocale())}`

/** A booking that was moved says where it was; one that waits for a court says that. */
export function MovedLine({ item: { parked, movedFrom, status }, className }: { item: Moved; className?: string | undefined }) {
  if (status !== 'active' || (!parked && !movedFrom)) return null
  const before = movedFrom && movedFromWords(movedFrom)
  return <p className={className}>{parked || !before ? m.orders_item_parked() : m.orders_item_moved({ before })}</p>
}
