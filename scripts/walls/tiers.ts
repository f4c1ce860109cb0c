/** Modules import only from tiers further left, and read only tables of their own and of tiers further left. */
const tiers = [
  ['settings'],
  ['centre', 'files', 'notifications', 'audit'],
  ['accounts'],
  ['logins'],
  ['staff', 'clubs', 'venues', 'tills'],
  ['availability', 'payments'],
  ['orders'],
  ['attendance', 'closures', 'preorders', 'refunds', 'lockers', 'waiting', 'invoices'],
  ['violations', 'feedback', 'content', 'discrepancies'],
  ['catalogue', 'ballots', 'desk', 'insight', 'people', 'papers'],
]

export const modules: readonly string[] = tiers.flat()

export function tierOf(module: string): number {
  return tiers.findIndex((tier) => tier.includes(module))
}

export function isLeftOf(module: string, other: string): boolean {
  return tierOf(module) >= 0 && tierOf(module) < tierOf(other)
}
