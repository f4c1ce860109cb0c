import { sql } from 'kysely'
import type { DbOrTrx } from '#db/connect.ts'
import type { Locale } from '#i18n/locale.ts'
import type { DataLocale } from '#i18n/languages.ts'
import { defaultSettings, type ConsentWay, type SiteAccess } from '#modules/settings/rules.ts'
import { nameOf, shortNameOf, type Centre, type CentreChanges, type CentreFace, type Words } from './rules.ts'

const faceColumns = [
  'name_tw',
  'name_en',
  'short_name_tw',
  'short_name_en',
  'tax_id',
  'phone',
  'email',
  'address_tw',
  'address_en',
  'desk_hours_tw',
  'desk_hours_en',
  'parking_tw',
  'parking_en',
  'latitude',
  'longitude',
  'logo_file_id',
  'logo_width',
  'logo_height',
  'colour',
  'footer_tw',
  'footer_en',
] as const
const otherColumns = ['privacy_tw', 'privacy_en', 'terms_tw', 'terms_en', 'set_up_at', 'version', 'changed_at', 'changed_by'] as const

const selectFace = (db: DbOrTrx) => db.selectFrom('centre').select(faceColumns)
type FaceRow = Awaited<ReturnType<ReturnType<typeof selectFace>['executeTakeFirstOrThrow']>>

function faceOf(row: FaceRow): CentreFace {
  const { latitude, longitude } = row
  return {
    name: { tw: row.name_tw, en: row.name_en },
    shortName: { tw: row.short_name_tw, en: row.short_name_en },
    taxId: row.tax_id,
    phone: row.phone,
    email: row.email,
    address: { tw: row.address_tw, en: row.address_en },
    deskHours: { tw: row.desk_hours_tw, en: row.desk_hours_en },
    parking: { tw: row.parking_tw, en: row.parking_en },
    position: latitude === null || longitude === null ? null : { latitude, longitude },
    logo: row.logo_file_id === null ? null : { fileId: row.logo_file_id, width: row.logo_width!, height: row.logo_height! },
    colour: row.colour,
    footer: { tw: row.footer_tw, en: row.footer_en },
  }
}

/** Everything but the long texts. */
export async function readFace(db: DbOrTrx): Promise<CentreFace> {
  return faceOf(await selectFace(db).executeTakeFirstOrThrow())
}

type Site = { access: SiteAccess | undefined; consent: ConsentWay; isSetUp: boolean; face: CentreFace }

/** What every page shows, in one statement: the face, and how the site is opened. */
export async function readSite(db: DbOrTrx): Promise<Site> {
  const row = await selectFace(db)
    .select('set_up_at')
    .select((of) => [
      of.selectFrom('settings').select('value').where('key', '=', 'site_access').as('access'),
      of.selectFrom('settings').select('value').where('key', '=', 'consent').as('consent'),
    ])
    .executeTakeFirstOrThrow()
  const { way } = (row.consent ?? defaultSettings.consent) as { way: ConsentWay }
  return { access: (row.access ?? undefined) as SiteAccess | undefined, consent: way, isSetUp: row.set_up_at !== null, face: faceOf(row) }
}

export async function readNames(db: DbOrTrx): Promise<{ name: Words; shortName: Words }> {
  const row = await db.selectFrom('centre').select(['name_tw', 'name_en', 'short_name_tw', 'short_name_en']).executeTakeFirstOrThrow()
  return { name: { tw: row.name_tw, en: row.name_en }, shortName: { tw: row.short_name_tw, en: row.short_name_en } }
}

/** The centre's name in a language, or the neutral one. */
export const readName = async (db: DbOrTrx, locale: Locale): Promise<string> => nameOf(await readNames(db), locale)

/** For text messages. */
export const readShortName = async (db: DbOrTrx, locale: Locale): Promise<string> => shortNameOf(await readNames(db), locale)

export const readCentre = (db: DbOrTrx): Promise<Centre> => read(db, false)

/** Locks the row until the transaction ends: changes come one after the other. */
export const lockCentre = (trx: DbOrTrx): Promise<Centre> => read(trx, true)

async function read(db: DbOrTrx, locked: boolean): Promise<Centre> {
  const row = await selectFace(db)
    .select(otherColumns)
    .$if(locked, (query) => query.forUpdate('centre'))
    .executeTakeFirstOrThrow()
  const { footer, ...face } = faceOf(row)
  return {
    ...face,
    texts: { privacy: { tw: row.privacy_tw, en: row.privacy_en }, terms: { tw: row.terms_tw, en: row.terms_en }, footer },
    setUpAt: row.set_up_at,
    version: row.version,
    changedAt: row.changed_at,
    changedBy: row.changed_by,
  }
}

/** Writes the fields that are given, and counts the version up. */
export async function updateCentre(trx: DbOrTrx, changes: CentreChanges, by: string | null, now: Date): Promise<void> {
  const { taxId, phone, email, position, logo, colour, texts } = changes
  await trx
    .updateTable('centre')
    .set({
      ...both('name', changes.name),
      ...both('short_name', changes.shortName),
      ...both('address', changes.address),
      ...both('desk_hours', changes.deskHours),
      ...both('parking', changes.parking),
      ...both('privacy', texts?.privacy),
      ...both('terms', texts?.terms),
      ...both('footer', texts?.footer),
      ...(taxId === undefined ? {} : { tax_id: taxId }),
      ...(phone === undefined ? {} : { phone }),
      ...(email === undefined ? {} : { email }),
      ...(position === undefined ? {} : { latitude: position?.latitude ?? null, longitude: position?.longitude ?? null }),
      ...(logo === undefined
        ? {}
        : { logo_file_id: logo?.fileId ?? null, logo_width: logo?.width ?? null, logo_height: logo?.height ?? null }),
      ...(colour === undefined ? {} : { colour }),
      version: sql<number>`version + 1`,
      changed_at: now,
      changed_by: by,
    })
    .execute()
}

function both<const Column extends string, T>(column: Column, words: Record<DataLocale, T> | undefined) {
  return words === undefined ? {} : ({ [`${column}_tw`]: words.tw, [`${column}_en`]: words.en } as Record<`${Column}_${DataLocale}`, T>)
}

/** Marks the centre as set up, once. */
export async function markSetUp(trx: DbOrTrx, now: Date): Promise<void> {
  await trx.updateTable('centre').set({ set_up_at: now }).where('set_up_at', 'is', null).execute()
}
