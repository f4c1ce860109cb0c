/** Where the centre stands, in degrees. */
export type Position = { latitude: number; longitude: number }

const degrees = String.raw`(-?\d{1,3}(?:\.\d+)?)`
/** How maps write a position into their links. A place's own pin comes before the middle of the map. */
const positionPatterns = [
  new RegExp(`!3d${degrees}!4d${degrees}`),
  new RegExp(String.raw`[?&](?:q|query|ll|sll|center|destination)=(?:loc:)?${degrees},\s*${degrees}`),
  new RegExp(String.raw`[?&]mlat=${degrees}&mlon=${degrees}`),
  new RegExp(`@${degrees},${degrees}`),
  new RegExp(String.raw`#map=[\d.]+/${degrees}/${degrees}`),
  new RegExp(String.raw`^(?:geo:)?\s*${degrees}[,\s]\s*${degrees}`),
]

/** The position in a link of a map, or in two numbers; undefined when there is none. Nothing is fetched. */
export function positionIn(text: string): Position | undefined {
  const plain = decoded(text.trim())
  for (const pattern of positionPatterns) {
    const [, latitude, longitude] = pattern.exec(plain) ?? []
    const position = { latitude: Number(latitude), longitude: Number(longitude) }
    if (isPosition(position)) return position
  }
  return undefined
}

const isPosition = ({ latitude, longitude }: Position): boolean => Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
