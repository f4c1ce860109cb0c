import type { Locale } from '#i18n/locale.ts'
import { dataLocaleOf } from '#i18n/languages.ts'
import { say } from '#i18n/words.ts'
import { renderMarkdown } from '#lib/markdown.ts'
import type { CentreAnswer } from '#modules/settings/wire.ts'
import { accentOf, accentStyle, defaultColour } from './accent-rules.ts'
import { markSize } from './draw-logo.ts'
import { defaultTexts, fillText } from './own-texts.ts'
import { nameOf, shortNameOf, type Centre, type CentreFace, type Logo } from './rules.ts'
import type { StaffCentreAnswer, WholeCentreFile } from './wire.ts'

/** Changes with the file, so that addresses of the logo may be cached for ever. */
export const logoVersion = ({ fileId }: Logo): string => fileId.slice(0, 8)

const logoAddress = (logo: Logo, size: string): string => `/api/Centre/Logo/${size}?v=${logoVersion(logo)}`

/** CSS of the last colour that was asked for: every page asks, and it seldom changes. */
let lastStyle: { colour: string; css: string } | undefined

function styleOf(colour: string): string {
  if (lastStyle?.colour !== colour) lastStyle = { colour, css: accentStyle(colour) }
  return lastStyle.css
}

/** The centre as every page shows it. */
export function presentFace(face: CentreFace, locale: Locale): CentreAnswer {
  const { taxId, phone, email, address, deskHours, parking, position, logo, colour, footer } = face
  const own = footer[dataLocaleOf(locale)]
  return {
    name: nameOf(face, locale),
    shortName: shortNameOf(face, locale),
    taxId,
    phone,
    email,
    address: say(address, locale),
    deskHours: say(deskHours, locale),
    parking: say(parking, locale),
    latitude: position?.latitude ?? null,
    longitude: position?.longitude ?? null,
    logo: logo && {
      mark: logoAddress(logo, 'mark'),
      icon: logoAddress(logo, 'icon-32'),
      touchIcon: logoAddress(logo, 'icon-180'),
      ...markSize(logo),
    },
    style: colour === null || colour === defaultColour ? null : styleOf(colour),
    footer: own === null ? null : renderMarkdown(fillText(own, face, locale)),
  }
}

export function presentForStaff(centre: Centre, changedBy: string | undefined): StaffCentreAnswer {
  const { setUpAt: _, logo, changedAt, ...rest } = centre
  return {
    ...rest,
    logo: logo && { fileId: logo.fileId, address: logoAddress(logo, 'mark') },
    defaults: defaultTexts,
    changedAt: changedAt?.toISOString() ?? null,
    changedBy: changedBy ?? null,
  }
}

/** The centre in a catalogue file: `CentreFile` reads it back. */
export function presentFile(centre: Centre): WholeCentreFile {
  const { name, shortName, taxId, phone, email, address, deskHours, parking, position, colour, texts } = centre
  return { name, shortName, taxId, phone, email, address, deskHours, parking, position, colour, texts }
}

/** The centre at the head and foot of a mail. */
export function presentLetterhead(face: CentreFace, locale: Locale, publicUrl: string) {
  const { address, phone, email, logo, colour } = face
  return {
    name: nameOf(face, locale),
    contact: [say(address, locale), phone, email].filter((line) => line !== ''),
    accent: colour === null || colour === defaultColour ? null : accentOf(colour).light.shades.primary,
    logo: logo && { address: `${publicUrl.replace(/\/$/, '')}${logoAddress(logo, 'mark')}`, ...markSize(logo) },
  }
}

/** Web app manifest: the centre on a home screen. */
export function presentManifest(face: CentreFace, locale: Locale): object {
  const { logo, colour } = face
  const icons = logo
    ? [
        { src: logoAddress(logo, 'icon-192'), sizes: '192x192', type: 'image/png', purpose: 'any' },
        { src: logoAddress(logo, 'icon-512'), sizes: '512x512', type: 'image/png', purpose: 'any maskable' },
      ]
    : [{ src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' }]
  return {
    name: nameOf(face, locale),
    short_name: shortNameOf(face, locale),
    id: '/',
    start_url: '/',
    display: 'standalone',
    background_color: '#faf8f2',
    theme_color: colour === null ? defaultColour : accentOf(colour).light.shades.primary,
    icons,
  }
}
