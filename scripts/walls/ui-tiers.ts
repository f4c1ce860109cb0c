/** Folders of ui import only from tiers further left: parts of one noun from parts of nouns that it builds on. */
const tiers = [
  ['kit'],
  ['centre', 'session'],
  ['files', 'papers'],
  ['accounts', 'invoices', 'venues'],
  ['orders', 'clubs'],
  ['waiting'],
  ['availability', 'refunds', 'tickets', 'violations'],
  ['lockers', 'my-orders', 'preorders'],
  ['ballots', 'content', 'draws', 'feedback', 'highlights'],
  ['home', 'shell', 'site-map'],
  ['staff'],
]

/** A screen of the console imports `ui/staff/kit`, which all screens share, and no other screen. */
const staffFolder = /^ui\/staff\/([^/]+)\/./
const uiFolder = /^ui\/([^/]+)\/./

export function whyNotBetweenUiFolders(from: string, to: string): string | undefined {
  const source = uiFolder.exec(from)?.[1]
  const target = uiFolder.exec(to)?.[1]
  if (source === undefined) return undefined
  if (tierOf(source) < 0) return `the folder ui/${source} is in no tier: add it to scripts/walls/ui-tiers.ts`
  if (source === 'staff' && target === 'staff') return whyNotBetweenScreens(from, to)
  if (target === undefined || target === source) return undefined
  return tierOf(target) >= 0 && tierOf(target) < tierOf(source)
    ? undefined
    : `ui/${source} imports only from tiers left of it, and ui/${target} is not`
}

function whyNotBetweenScreens(from: string, to: string): string | undefined {
  const source = staffFolder.exec(from)?.[1]
  const target = staffFolder.exec(to)?.[1]
  if (target === undefined || target === source || target === 'kit') return undefined
  return `ui/staff/${source} imports only ui/staff/kit, not the screen ui/staff/${target}`
}

const tierOf = (folder: string) => tiers.findIndex((tier) => tier.includes(folder))
