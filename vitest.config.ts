import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.{ts,mjs}', 'demo/**/*.test.ts', 'trial/**/*.test.ts'],
    globalSetup: ['src/testing/global-setup.ts'],
    setupFiles: ['src/testing/reset-language.ts', 'src/testing/record-statements.ts'],
    pool: 'forks',
    // One more than a small machine has cores: many tests wait for a database or a clock. Files share what they import.
    maxWorkers: 3,
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    env: { TZ: 'UTC' },
  },
})
