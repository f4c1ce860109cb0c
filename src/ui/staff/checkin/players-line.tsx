import { m } from '#i18n/generated/messages.js'
import { getLocale } from '#i18n/generated/runtime.js'
import { joinList } from '#i18n/join.ts'

/** Who plays along with a booking. A list that was kept by the version before has no players. */
export function PlayersLine({ players, className }: { players: readonly string[] | undefined; className?: string | undefined }) {
  return !players?.length ? null : <span className={className}>{m.players_with({ names: joinList(players, getLocale()) })}</span>
}
