import type { FacilityFile, PriceListFile, TimetableFile } from '#modules/catalogue/wire.ts'

/** Shapes of the catalogue file and of the calls that change it, by the names that screens use. */
export type {
  CatalogueAnswer,
  CatalogueChanges,
  CatalogueError,
  CatalogueFile,
  CourtFile,
  FacilityFile,
  HolidayFile,
  IdentityFile,
  ImportAnswer,
  LockersFile,
  PictureFile,
  PlanAnswer,
  PriceListFile,
  TemplateListAnswer,
  TimetableFile,
} from '#modules/catalogue/wire.ts'

export type Words = FacilityFile['name']
export type HoursFile = TimetableFile['hours'][number]
export type DayName = HoursFile['days'][number]
export type LevelFile = PriceListFile['levels'][number]
export type LevelHoursFile = LevelFile['hours'][number]
export type Prices = PriceListFile['prices']
