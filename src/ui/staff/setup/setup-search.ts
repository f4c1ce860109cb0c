import { isSetupStep, type SetupStep } from '#modules/staff/setup-rules.ts'

/** The setup link's key and the step that is shown. Values of a mistyped address are left out. */
export const setupSearch = ({ key, step }: { key?: unknown; step?: unknown }): { key?: string; step?: SetupStep } => ({
  ...(typeof key === 'string' && { key }),
  ...(isSetupStep(step) && { step }),
})
