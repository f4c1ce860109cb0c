/**
 * Colours by lightness (0 to 1), chroma and hue (degrees), in which equal steps look equal (OKLCH, by Björn Ottosson), and the
 * contrast of two colours as WCAG 2 defines it. Colours of the screen are written as #rrggbb.
 */
export type Oklch = { l: number; c: number; h: number }
type Three = [number, number, number]

const channels = (hex: string): Three => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as Three
const toLinear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const toGamma = (value: number) => (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055)

export function toOklch(hex: string): Oklch {
  const [r, g, b] = channels(hex).map(toLinear) as Three
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const y = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  const hue = (Math.atan2(y, a) * 180) / Math.PI
  return { l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, c: Math.hypot(a, y), h: hue < 0 ? hue + 360 : hue }
}

function toLinearRgb({ l, c, h }: Oklch): Three {
  const [a, b] = [c * Math.cos((h * Math.PI) / 180), c * Math.sin((h * Math.PI) / 180)]
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
}

/** The colour on a screen. One that screens cannot show loses chroma until they can: lightness and hue stay. */
export function toHex({ l, c, h }: Oklch): string {
  const lightness = Math.min(1, Math.max(0, l))
  const isShown = (chroma: number) => toLinearRgb({ l: lightness, c: chroma, h }).every((value) => value > -0.0005 && value < 1.0005)
  let [low, high] = isShown(c) ? [c, c] : [0, c]
  for (let n = 0; n < 16; n++) {
    const middle = (low + high) / 2
    if (isShown(middle)) low = middle
    else high = middle
  }
  const shown = toLinearRgb({ l: lightness, c: low, h })
  return `#${shown.map((value) => hexPair(toGamma(Math.min(1, Math.max(0, value))))).join('')}`
}

const hexPair = (value: number) =>
  Math.round(value * 255)
    .toString(16)
    .padStart(2, '0')

function luminance(hex: string): number {
  const [r, g, b] = channels(hex).map(toLinear) as Three
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Contrast ratio by WCAG 2: 1 for equal colours, 21 for black on white. */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}
