import { m } from '#i18n/generated/messages.js'
import type { Sport } from '#lib/court-lines.ts'
import { TextInput } from '#ui/staff/kit/fields.tsx'
import { sportName } from '#ui/venues/sport-names.ts'

export const drawingNames: Record<Sport, () => string> = {
  badminton: m.sport_badminton,
  'table-tennis': m.sport_table_tennis,
  tennis: m.sport_tennis,
  basketball: m.sport_basketball,
  volleyball: m.sport_volleyball,
  'ball-games': m.catalogue_drawing_ball_games,
  pickleball: m.sport_pickleball,
  squash: m.sport_squash,
  pool: m.catalogue_drawing_pool,
  studio: m.catalogue_drawing_studio,
  tatami: m.catalogue_drawing_tatami,
  field: m.catalogue_drawing_field,
  meeting: m.sport_meeting,
}

/** Sports that the members' search knows by name. */
export const knownSports = [
  'badminton',
  'table-tennis',
  'basketball',
  'volleyball',
  'tennis',
  'pickleball',
  'squash',
  'dance',
  'martial-arts',
  'swimming',
  'athletics',
  'football',
  'meeting',
]

/** Sports of a facility, several joined with a plus; the known ones are offered while typing. */
export function SportChoice({ sport, onChange }: { sport: string; onChange(sport: string): void }) {
  const names = sport
    .split('+')
    .filter(Boolean)
    .map((one) => sportName(one))
  return (
    <>
      <TextInput
        path="sport"
        label={m.catalogue_sport()}
        hint={`${m.catalogue_sport_hint()} ${names.join(' + ')}`}
        list="known-sports"
        spellCheck={false}
        maxLength={80}
        value={sport}
        onChange={onChange}
      />
      <datalist id="known-sports">
        {knownSports.map((known) => (
          <option key={known} value={known}>
            {sportName(known)}
          </option>
        ))}
      </datalist>
    </>
  )
}
