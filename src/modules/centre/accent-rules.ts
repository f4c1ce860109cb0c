import { contrast, toHex, toOklch, type Oklch } from '#lib/oklch.ts'

/**
 * The accent is the one colour that the centre chooses: of buttons, links and marks. Each scheme has its own shades of it. A
 * colour that is too weak to be read in a scheme is shown there in the nearest lightness that is strong enough (WCAG 2.2 AA).
 */
export type Shades = {
  primary: string
  primaryStrong: string
  primarySoft: string
  onPrimary: string
  court: string
  courtDeep: string
  courtLine: string
}
export type Scheme = 'light' | 'dark'
export type SchemeAccent = {
  shades: Shades
  /** Contrast of the colour as it was chosen, on the background where it is weakest. */
  chosen: number
  /** The same for the colour as it is shown. */
  shown: number
  /** Contrast of the words on a button. */
  onButton: number
  change: 'none' | 'darker' | 'lighter'
}
export type Accent = Record<Scheme, SchemeAccent>

/** The accent of the look that the service comes with: theme.css has its shades. */
export const defaultColour = '#4a7a17'

/** Of text on its background, by WCAG 2.2 AA. */
export const leastContrast = 4.5

/** The backgrounds of theme.css on which the accent stands as text. */
const backgrounds: Record<Scheme, string[]> = { light: ['#faf8f2', '#ffffff', '#f2efe6'], dark: ['#14170f', '#1d2117', '#0f120b'] }

export const accentOf = (colour: string): Accent => ({ light: lightAccent(colour), dark: darkAccent(colour) })

function lightAccent(colour: string): SchemeAccent {
  const own = toOklch(colour)
  const primarySoft = toHex({ ...own, l: 0.955, c: Math.min(own.c * 0.35, 0.04) })
  const primary = strongEnough(colour, [...backgrounds.light, primarySoft], -1)
  const l = toOklch(primary).l
  return describe(colour, 'light', {
    primary,
    // Of a colour that is nearly black, the stronger shade is the lighter one.
    primaryStrong: toHex({ ...own, l: l > 0.3 ? l - 0.09 : l + 0.09 }),
    primarySoft,
    onPrimary: '#ffffff',
    court: toHex({ ...own, l: 0.64, c: Math.min(own.c, 0.14) }),
    courtDeep: toHex({ ...own, l: 0.57, c: Math.min(own.c, 0.14) }),
    courtLine: '#ffffff',
  })
}

function darkAccent(colour: string): SchemeAccent {
  const own = toOklch(colour)
  const primarySoft = toHex({ ...own, l: 0.3, c: Math.min(own.c, 0.06) })
  const primary = strongEnough(colour, [...backgrounds.dark, primarySoft], 1)
  const l = toOklch(primary).l
  return describe(colour, 'dark', {
    primary,
    primaryStrong: toHex({ ...own, l: l < 0.92 ? l + 0.07 : l - 0.07 }),
    primarySoft,
    onPrimary: toHex({ ...own, l: 0.2, c: Math.min(own.c, 0.03) }),
    court: toHex({ ...own, l: 0.4, c: Math.min(own.c, 0.09) }),
    courtDeep: toHex({ ...own, l: 0.35, c: Math.min(own.c, 0.08) }),
    courtLine: toHex({ ...own, l: 0.92, c: Math.min(own.c, 0.06) }),
  })
}

const weakest = (colour: string, on: string[]): number => Math.min(...on.map((background) => contrast(colour, background)))

/** The colour itself, or its nearest darker (-1) or lighter (1) shade that can be read on all these backgrounds. */
function strongEnough(colour: string, on: string[], direction: 1 | -1): string {
  if (weakest(colour, on) >= leastContrast) return colour
  const own: Oklch = toOklch(colour)
  for (let l = own.l; l >= 0 && l <= 1; l += direction * 0.004) {
    const shade = toHex({ ...own, l })
    if (weakest(shade, on) >= leastContrast) return shade
  }
  return direction === 1 ? '#ffffff' : '#000000'
}

function describe(colour: string, scheme: Scheme, shades: Shades): SchemeAccent {
  const on = [...backgrounds[scheme], shades.primarySoft]
  return {
    shades,
    chosen: weakest(colour, on),
    shown: weakest(shades.primary, on),
    onButton: contrast(shades.primary, shades.onPrimary),
    change: shades.primary === colour ? 'none' : scheme === 'light' ? 'darker' : 'lighter',
  }
}

const names: Record<keyof Shades, string> = {
  primary: '--primary',
  primaryStrong: '--primary-strong',
  primarySoft: '--primary-soft',
  onPrimary: '--on-primary',
  court: '--court',
  courtDeep: '--court-deep',
  courtLine: '--court-line',
}

export const variablesOf = (shades: Shades): Record<string, string> =>
  Object.fromEntries(Object.entries(shades).map(([key, value]) => [names[key as keyof Shades], value]))

/** The search on the home page, which is dark in both schemes, under white words. */
function heroOf(colour: string): Record<string, string> {
  const own = toOklch(colour)
  const part = (l: number, c: number) => toHex({ ...own, l, c: Math.min(own.c, c) })
  return {
    '--hero': part(0.46, 0.13),
    '--hero-deep': part(0.33, 0.1),
    '--hero-court': part(0.53, 0.14),
  }
}

/** CSS that replaces the shades of theme.css in both schemes. */
export function accentStyle(colour: string): string {
  const { light, dark } = accentOf(colour)
  const rule = (selector: string, variables: Record<string, string>) =>
    `${selector}{${Object.entries(variables)
      .map(([name, value]) => `${name}:${value}`)
      .join(';')}}`
  return `${rule(':root:root[data-scheme]', { ...variablesOf(light.shades), ...heroOf(colour) })}${rule(":root:root[data-scheme='dark'],:root [data-scheme='dark']", variablesOf(dark.shades))}`
}
