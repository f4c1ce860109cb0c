/**
 * Big5 as Windows has it (code page 950), which banks in Taiwan read. The table is made from the runtime's own decoder, in
 * reverse; kana and symbols in the rows C6A1 to C8FE are left out, because only some systems know them.
 */
let table: Map<string, readonly [number, number]> | undefined

function readTable(): Map<string, readonly [number, number]> {
  if (table) return table
  table = new Map()
  const decoder = new TextDecoder('big5')
  for (let lead = 0xa1; lead <= 0xf9; lead++) {
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      const code = (lead << 8) | trail
      if ((trail > 0x7e && trail < 0xa1) || (code >= 0xc6a1 && code <= 0xc8fe)) continue
      const character = decoder.decode(new Uint8Array([lead, trail]))
      if ([...character].length === 1 && character !== '\ufffd') table.set(character, [lead, trail])
    }
  }
  return table
}

export const isInBig5 = (character: string): boolean => character <= '\u007f' || readTable().has(character)

/** Bytes of a text in Big5. Throws when a character is missing there: ask `isInBig5` before. */
export function encodeBig5(text: string): Uint8Array<ArrayBuffer> {
  const bytes: number[] = []
  for (const character of text) {
    if (character <= '\u007f') bytes.push(character.codePointAt(0)!)
    else {
      const pair = readTable().get(character)
      if (!pair) throw new Error(`Big5 has no ${character}`)
      bytes.push(...pair)
    }
  }
  return new Uint8Array(bytes)
}
