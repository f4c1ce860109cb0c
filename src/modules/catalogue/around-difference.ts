/** Texts up to this length are shown whole. */
const shortText = 300
const lead = 60

/** Two texts as they are shown side by side: of long ones, the place where they begin to differ. */
export function aroundDifference(before: string, after: string): [before: string, after: string] {
  if (before.length <= shortText && after.length <= shortText) return [before, after]
  // Whole characters: half of a surrogate pair cannot be shown.
  const [old, now] = [[...before], [...after]]
  let same = 0
  while (same < old.length && old[same] === now[same]) same++
  const start = Math.max(0, same - lead)
  const cut = (text: string[]) =>
    [start > 0 && text.length > 0 ? '…' : '', ...text.slice(start, start + shortText), text.length > start + shortText ? '…' : ''].join('')
  return [cut(old), cut(now)]
}
