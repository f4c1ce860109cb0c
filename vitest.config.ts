import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take the longest. Begun first: otherwise one of them would run alone at the end. */
const longest = [
  'src/process/dev',
  'scripts/another-language',
  'trial/trial',
  'src/modules/orders/orders.property',
  'src/server',
  'src/process/outage',
  'src/pages/pages.rubbish',
  'src/api.access',
  'src/api.rubbish',
  'src/modules/closures/lost-offers.race',
  'src/pages/staff-links',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => longest.some((one) => moduleId.endsWith(`/${one}.test.ts`))
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.{ts,mjs}', 'demo/**/*.test.ts', 'trial/**/*.test.ts'],
    globalSetup: ['src/testing/global-setup.ts'],
    setupFiles: ['src/testing/reset-language.ts', 'src/testing/record-statements.ts'],
    pool: 'forks',
    // One more than a small machine has cores: many tests wait for a database or a clock. Files share what they import.
    maxWorkers: 3,
    isolate: false,
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What is waited for comes when a job has run: a second is too short on a busy machine.
    expect: { poll: { timeout: 15_000 } },
    env: { TZ: 'UTC' },
  },
})
