import { m } from '#i18n/generated/messages.js'
import { isDataLocale } from '#i18n/languages.ts'
import { inLanguage } from '#ui/kit/data-languages.ts'
import { textKinds } from '#modules/centre/rules.ts'
import type { CentreDraft } from '#ui/centre/centre-draft.ts'
import { textTitles } from '#ui/centre/text-fields.tsx'

const titles: Record<keyof CentreDraft, () => string> = {
  name: m.staff_centre_name,
  shortName: m.staff_centre_short_name,
  taxId: m.staff_centre_tax_id,
  phone: m.staff_centre_phone,
  email: m.staff_centre_email,
  address: m.staff_centre_address,
  deskHours: m.staff_centre_hours,
  parking: m.staff_centre_parking,
  position: m.staff_centre_position,
  colour: m.staff_centre_colour,
  logo: m.staff_centre_logo,
}

/** A field by its path (`parking.tw`, `footer.en`, `phone`), as its label on the screen says it. */
export function fieldLabel(path: string): string {
  const [key = '', language] = path.split('.')
  const title = { ...titles, ...textTitles }[key as keyof typeof titles | keyof typeof textTitles]()
  return isDataLocale(language) ? `${title}${inLanguage(language)}` : title
}

/** The value of a field in words. */
export function fieldText(path: string, value: unknown): string {
  if (value === null && textKinds.some((kind) => path.startsWith(`${kind}.`))) return m.staff_text_is_default()
  if (path === 'colour') return (value as CentreDraft['colour']) ?? m.staff_centre_colour_default()
  if (path === 'logo') return value ? m.staff_setup_has_logo() : ''
  if (path === 'position') {
    const position = value as CentreDraft['position']
    return position ? `${position.latitude}, ${position.longitude}` : ''
  }
  return String(value ?? '')
}
