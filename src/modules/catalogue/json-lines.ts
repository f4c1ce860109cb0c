import { placeOf } from './file.ts'
import { placeKey, type Where } from './rows-to-file.ts'

/** No catalogue is nested half as deep. The work of a line is as much as it is deep, and some readers go down by recursion. */
const deepest = 24

/** Whether a JSON text nests deeper than a catalogue does. Looked at before it is parsed. */
export function isTooDeep(text: string): boolean {
  let depth = 0
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]]/g)) {
    if (token === '{' || token === '[') depth++
    else if (token === '}' || token === ']') depth--
    if (depth > deepest) return true
  }
  return false
}

/** The line of every value in a JSON text that is known to be valid and not too deep, by part and path. */
export function jsonLines(text: string, raw: unknown): Map<string, Where> {
  const where = new Map<string, Where>()
  const open: { key: string | number; isList: boolean }[] = []
  let line = 1
  let key: string | undefined
  const note = () => {
    const { part, path } = placeOf(
      open.map((one) => one.key),
      raw,
    )
    const place = placeKey(part, path.join('.'))
    if (!where.has(place)) where.set(place, { line })
  }
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"\s*:|"(?:[^"\\]|\\.)*"|[{}[\],]|[^\s{}[\],:"]+|\n/g)) {
    const isKey = token.startsWith('"') && token.endsWith(':')
    const top = open.at(-1)
    if (token === '\n') line++
    else if (token === '}' || token === ']') open.pop()
    else if (token === ',') {
      if (top?.isList) top.key = Number(top.key) + 1
    } else if (isKey) {
      key = JSON.parse(token.slice(0, token.lastIndexOf('"') + 1)) as string
      top!.key = key
      note()
      line += token.split('\n').length - 1
    } else {
      if (top?.isList) note()
      if (token === '{' || token === '[') open.push({ key: token === '[' ? 0 : '', isList: token === '[' })
    }
  }
  return where
}
