import { ConfigError } from '#config.ts'
import { StartError } from '#lib/start-error.ts'

/** Ends the process: prints one sentence for a StartError, which the operator can fix, and a stack for anything else. */
export function endWithSentence(error: unknown): never {
  console.error(error instanceof StartError || error instanceof ConfigError ? error.message : error)
  process.exit(1)
}
