import { ConfigError } from '#config.ts'
import { StartError } from '#lib/start-error.ts'

/** Ends the process: with one sentence for what the person who started it can mend, with a stack for a bug. */
export function endWithSentence(error: unknown): never {
  console.error(error instanceof StartError || error instanceof ConfigError ? error.message : error)
  process.exit(1)
}
