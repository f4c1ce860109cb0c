/** A stretch of text that is in both versions, or only in the later or the earlier one. */
export type DiffPart = { kind: 'same' | 'added' | 'removed'; text: string }

/** Pairs above this are not compared piece by piece: the whole is replaced. */
const mostPairs = 4_000_000

/** What changed between two texts: by lines first, then by words, or by characters where a language has no spaces. */
export function diffText(before: string, after: string): DiffPart[] {
  const parts: DiffPart[] = []
  for (const [removed, added, same] of changesOf(linesOf(before), linesOf(after))) {
    for (const [gone, come, kept] of changesOf(piecesOf(removed.join('')), piecesOf(added.join('')))) {
      push(parts, 'removed', gone.join(''))
      push(parts, 'added', come.join(''))
      push(parts, 'same', kept.join(''))
    }
    push(parts, 'same', same.join(''))
  }
  return parts
}

function push(parts: DiffPart[], kind: DiffPart['kind'], text: string): void {
  if (text === '') return
  const last = parts.at(-1)
  if (last?.kind === kind) last.text += text
  else parts.push({ kind, text })
}

const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? []
const piecesOf = (text: string): string[] => text.match(/\n|[\p{Script=Han}\u3000-\u30ff\uff00-\uffef]|[\p{L}\p{N}_]+|[^\S\n]+|./gsu) ?? []

/** Runs of what was removed, what was added, and what both have after it. */
function changesOf(before: string[], after: string[]): [string[], string[], string[]][] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1
  let end = 0
  const room = Math.min(before.length, after.length) - start
  while (end < room && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1
  const middle = longestCommon(before.slice(start, before.length - end), after.slice(start, after.length - end))
  return [[[], [], before.slice(0, start)], ...middle, [[], [], before.slice(before.length - end)]]
}

/** Longest common subsequence, from a table of its lengths. */
function longestCommon(before: string[], after: string[]): [string[], string[], string[]][] {
  const width = after.length + 1
  if (before.length * after.length > mostPairs || before.length === 0 || after.length === 0) return [[before, after, []]]
  const lengths = new Uint32Array((before.length + 1) * width)
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] =
        before[i] === after[j]
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!)
  const runs: [string[], string[], string[]][] = [[[], [], []]]
  let [i, j] = [0, 0]
  while (i < before.length || j < after.length) {
    const run = runs.at(-1)!
    if (i < before.length && j < after.length && before[i] === after[j]) {
      run[2].push(before[i]!)
      i += 1
      j += 1
      continue
    }
    const current = run[2].length > 0 ? (runs.push([[], [], []]), runs.at(-1)!) : run
    const isRemoved = j === after.length || (i < before.length && lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!)
    if (isRemoved) current[0].push(before[i++]!)
    else current[1].push(after[j++]!)
  }
  return runs
}
