import base from './playwright.config.ts'
const { globalSetup: _, ...rest } = base
export default { ...rest, workers: 1, retries: 0, outputDir: '/tmp/pre-pw' }
