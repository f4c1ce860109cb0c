import { m } from '#i18n/generated/messages.js'
import { ownValue } from '#lib/own-value.ts'

const sports: Record<string, () => string> = {
  badminton: m.sport_badminton,
  'table-tennis': m.sport_table_tennis,
  basketball: m.sport_basketball,
  volleyball: m.sport_volleyball,
  tennis: m.sport_tennis,
  pickleball: m.sport_pickleball,
  squash: m.sport_squash,
  dance: m.sport_dance,
  'martial-arts': m.sport_martial_arts,
  swimming: m.sport_swimming,
  athletics: m.sport_athletics,
  football: m.sport_football,
  meeting: m.sport_meeting,
}

export const sportName = (sport: string): string => ownValue(sports, sport)?.() ?? sport
