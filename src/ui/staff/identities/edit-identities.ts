import type { IdentityFile } from '#ui/staff/kit/catalogue-types.ts'

export const changeIdentity = (items: readonly IdentityFile[], at: number, to: IdentityFile | undefined): IdentityFile[] =>
  items.flatMap((one, n) => (n === at ? (to ?? []) : one))

export function moveIdentity(items: readonly IdentityFile[], at: number, by: 1 | -1): IdentityFile[] {
  const [one, other] = [items[at], items[at + by]]
  return one && other ? items.map((item, n) => (n === at ? other : n === at + by ? one : item)) : [...items]
}

/** Whether an entry was added since the last save. While its code is typed it may be that of another for a moment. */
export const isNewIdentity = (saved: readonly IdentityFile[], items: readonly IdentityFile[], at: number): boolean => {
  const { code } = items[at]!
  return !saved.some((one) => one.code === code) || items.findIndex((one) => one.code === code) !== at
}

export const newIdentity = (items: readonly IdentityFile[]): IdentityFile => ({
  code: freeCode(items),
  name: { tw: '', en: '' },
  needsProof: true,
  proofMonths: 12,
  forCommunity: false,
})

function freeCode(items: readonly IdentityFile[]): string {
  for (let n = 1; ; n++) if (!items.some(({ code }) => code === `ID${n}`)) return `ID${n}`
}
