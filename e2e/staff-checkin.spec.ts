import { openHall, outcome, retireHall, scan, staffHeaders, tickets, type Headers } from './door.ts'
import { expect, logIn, looksRight, speak, test, visit } from './journey.ts'

test.use({ baseURL: async ({ openSite }, use) => use(openSite) })

const words = {
  tw: {
    counts: (expected: number, inside: number) => `未到 ${expected} 組，已入場 ${inside} 組`,
    in: '請入場',
    before: '先前的票券',
    already: '已入場',
    undo: /^復原/,
    undone: '已復原',
  },
  en: {
    counts: (expected: number, inside: number) => `${expected} expected, ${inside} in`,
    in: 'Come in',
    before: 'Tickets before',
    already: 'Already in',
    undo: /^Undo /,
    undone: 'Undone',
  },
} as const

let hall: { code: string; headers: Headers } | undefined
test.afterEach(async ({ request }) => {
  if (hall) await retireHall(request, hall.headers, hall.code)
  hall = undefined
})

// The whole door, also without a network, is walked on a phone (checkin.spec.ts).
for (const [locale, width] of [
  ['tw', 1280],
  ['en', 768],
] as const)
  test(`ten tickets at a USB scanner, one refused and one undone, in ${locale} at ${width} @desk`, async ({ page, context, baseURL }) => {
    const say = words[locale]
    await page.setViewportSize({ width, height: 900 })
    await speak(context, locale, baseURL!)
    const headers = await staffHeaders(page.request)
    const { code, courtIds } = await openHall(page.request, headers, 9)
    hall = { code, headers }
    const soon = await tickets(page.request, headers, courtIds, 1)
    await logIn(page, 'staff')
    await visit(page, `/staff/checkin?facility=${code}`)
    await expect(page.getByText(say.counts(9, 0))).toBeVisible()
    await expect(page.locator('#checkin-code')).toBeFocused()

    const began = Date.now()
    // The fourth is shown twice.
    for (const one of [...soon.slice(0, 4), ...soon.slice(3)]) await scan(page, one.code)
    await expect(page.getByText(say.counts(0, 9))).toBeVisible()
    test.info().annotations.push({ type: 'ten scans', description: `${(Date.now() - began) / 1000} s` })
    await expect(page.getByRole('list', { name: say.before }).getByText(say.already)).toHaveCount(1)
    await expect(outcome(page)).toContainText(say.in)
    await outcome(page).getByRole('button', { name: say.undo }).click()
    await expect(outcome(page)).toContainText(say.undone)
    await expect(page.getByText(say.counts(1, 8))).toBeVisible()
    await looksRight(page)
  })
