/**
 * Setting up a centre: what has been done is read from the data itself, so that a wizard that was left half way goes on in any
 * browser and after a restart. Pure, and safe in the browser.
 */
export type SetupFacts = {
  isNamed: boolean
  /** Members find somebody to ask. */
  hasContact: boolean
  /** Facilities that can be booked. */
  facilities: number
  courts: number
  /** The rules of booking were saved, be it with the defaults. */
  hasRules: boolean
  connected: { mail: boolean; texts: boolean; payment: boolean }
  isOpen: boolean
}

export const setupSteps = ['account', 'centre', 'catalogue', 'rules', 'connections', 'doors'] as const
export type SetupStep = (typeof setupSteps)[number]

export const isSetupStep = (text: unknown): text is SetupStep => setupSteps.some((step) => step === text)

/** The account is done whenever somebody can ask: the caller is an admin with a second factor. */
export function doneSteps({ isNamed, facilities, hasRules, connected, isOpen }: SetupFacts): Record<SetupStep, boolean> {
  return {
    account: true,
    centre: isNamed,
    catalogue: facilities > 0,
    rules: hasRules,
    connections: connected.mail && connected.texts && connected.payment,
    doors: isOpen,
  }
}

/** The step to go on with: the first that is not done. */
export const nextStep = (done: Record<SetupStep, boolean>): SetupStep => setupSteps.find((step) => !done[step]) ?? 'doors'

export type Missing = { code: MissingCode; step: SetupStep; /** The doors cannot be opened without it. */ isNeeded: boolean }
export type MissingCode = 'name' | 'facilities' | 'contact' | 'rules' | 'mail' | 'texts' | 'payment'

/** What is still missing before the doors are opened; what is needed comes first. */
export function missingIn({ isNamed, hasContact, facilities, hasRules, connected }: SetupFacts): Missing[] {
  const all: (Missing & { isThere: boolean })[] = [
    { code: 'name', step: 'centre', isNeeded: true, isThere: isNamed },
    { code: 'facilities', step: 'catalogue', isNeeded: true, isThere: facilities > 0 },
    { code: 'mail', step: 'connections', isNeeded: false, isThere: connected.mail },
    { code: 'texts', step: 'connections', isNeeded: false, isThere: connected.texts },
    { code: 'payment', step: 'connections', isNeeded: false, isThere: connected.payment },
    { code: 'contact', step: 'centre', isNeeded: false, isThere: hasContact },
    { code: 'rules', step: 'rules', isNeeded: false, isThere: hasRules },
  ]
  return all.filter(({ isThere }) => !isThere).map(({ isThere: _, ...missing }) => missing)
}
