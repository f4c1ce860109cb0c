import { defineConfig, devices } from '@playwright/test'

const quiet = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page lives for seconds: what would make its scripts faster costs more than it brings.
  '--js-flags=--no-maglev --max-optimized-bytecode-size=0',
]
const isRoot = process.getuid?.() === 0

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/start-server.ts',
  // Node runs TypeScript by itself. Playwright would compile it, and every message, before the first test.
  build: { external: ['**/*'] },
  // One more than a small machine has cores: journeys often wait, for a mail or for a page.
  workers: 3,
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  // A second try, said so in the report: a busy machine is no fault of the page.
  retries: 1,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    baseURL: process.env.E2E_URL,
    timezoneId: 'Asia/Taipei',
    // Motion is drawn by the processor. Journeys that are about it, and the newcomer's, ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'on-first-retry',
    launchOptions: { executablePath: process.env.CHROME_PATH, args: isRoot ? ['--no-sandbox', ...quiet] : quiet },
  },
  projects: [
    // What crosses origins is walked once, on the desk; and what has a keyboard only there.
    {
      name: 'phone',
      testIgnore: /\/api-base\.spec/,
      grepInvert: /@desk/,
      // Drawn without its many dots: a page of a phone has seven times as many of them, all painted by the processor.
      use: { ...devices['Pixel 7'], viewport: { width: 360, height: 780 }, deviceScaleFactor: 1 },
    },
    // What does not depend on the width is walked once, on the phone; and what is about a phone only there.
    {
      name: 'desktop',
      grepInvert: /@phone/,
      testIgnore:
        /\/(every-page|clubs|newcomer|bad-network|login|reset|register|member|account|orders|moving|waiting|ballot|payments|pay-ways|venues|favourites|preorders|refunds|papers|tickets|checkin|lockers|feedback|news|front|member-taps|first-load|one-task|second-factor|refused-forms)\.spec/,
      use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } },
    },
  ],
})
