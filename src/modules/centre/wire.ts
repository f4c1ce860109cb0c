import { dataLocales, locales } from '#i18n/languages.ts'
import { z } from 'zod'
import { oneLine, prose, someLine } from '#http/wire-text.ts'
import { largestInteger, moment } from '#http/wire.ts'
import { isTaxId } from '#lib/taiwan-tax-id.ts'

const inBoth = <T extends z.ZodType>(field: T) => z.strictObject({ tw: field, en: field })
/** Markdown with the placeholders {centre}, {address}, {phone} and {email}; null: the text that the service comes with. */
const ownText = (max: number) => inBoth(prose(max).nullable())

const fields = {
  /** Without an English text the Chinese one stands for it, here and below. */
  name: z.strictObject({ tw: someLine(60), en: oneLine(60) }),
  shortName: inBoth(oneLine(24)),
  taxId: z.string().refine((text) => text === '' || isTaxId(text), { error: 'field_tax_id' }),
  phone: z.string().regex(/^([0-9+()# -]{6,30})?$/, { error: 'field_phone' }),
  email: z.union([z.literal(''), z.email({ error: 'field_email' }).max(254)], { error: 'field_email' }),
  address: inBoth(oneLine(300)),
  deskHours: inBoth(oneLine(300)),
  parking: inBoth(oneLine(300)),
  position: z.strictObject({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) }).nullable(),
  /** The accent, #rrggbb; null: the look that the service comes with. */
  colour: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, { error: 'field_colour' })
    .toLowerCase()
    .nullable(),
  texts: z.strictObject({ privacy: ownText(30_000), terms: ownText(30_000), footer: ownText(600) }),
}

/** The centre in a catalogue file; what is left out stays as it is. The logo is no part of the file. */
export const CentreFile = z
  .strictObject({ ...fields, texts: fields.texts.partial() })
  .partial()
  .required({ name: true })
export type CentreFile = z.infer<typeof CentreFile>
/** The same with all of its fields. Before the centre is named, its name is empty. */
export type WholeCentreFile = z.infer<z.ZodObject<typeof fields>>

export const ChangeCentreBody = z
  .object({ ...fields, texts: fields.texts.partial(), logoFileId: z.uuid().nullable() })
  .partial()
  .extend({
    /** The version that the caller has seen. */
    version: z.int().min(1).max(largestInteger),
  })
export type ChangeCentreBody = z.infer<typeof ChangeCentreBody>

const words = inBoth(z.string())
const texts = z.object({ privacy: inBoth(z.string()), terms: inBoth(z.string()), footer: inBoth(z.string()) })

export const StaffCentreAnswer = z.object({
  ...fields,
  // Before the centre is named, its name is empty.
  name: words,
  logo: z.object({ fileId: z.uuid(), address: z.string() }).nullable(),
  /** The texts that the service comes with, with their placeholders. */
  defaults: texts,
  version: z.int(),
  changedAt: moment.nullable(),
  changedBy: z.string().nullable(),
})
export type StaffCentreAnswer = z.infer<typeof StaffCentreAnswer>

export const LogoParams = z.object({ size: z.enum(['mark', 'icon-32', 'icon-180', 'icon-192', 'icon-512']) })
/** `v`: version of the logo, which makes the answer immutable. */
export const LogoQuery = z.object({ v: z.string().max(36).optional() })
export const ManifestQuery = z.object({ lang: z.enum(locales).optional() })

export const CentreTextParams = z.object({ kind: z.enum(['privacy', 'terms']) })
export const CentreTextAnswer = z.object({ html: z.string() })
export type CentreTextAnswer = z.infer<typeof CentreTextAnswer>
export const PreviewTextBody = z.object({ text: prose(30_000), language: z.enum(dataLocales) })
