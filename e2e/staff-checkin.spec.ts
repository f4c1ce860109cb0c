import { openHall, outcome, retireHall, scan, staffHeaders, tickets, type Headers } from './door.ts'
import { expect, logIn, looksRight, speak, test, visit } from './journey.ts'

test.use({ baseURL: async ({ openSite }, use) => use(openSite) })

const tw = {
  counts: (expected: number, inside: number) => `未到 ${expected} 組，已入場 ${inside} 組`,
  before: '先前的票券',
  already: '已入場',
} as const
const en = {
  counts: (expected: number, inside: number) => `${expected} expected, ${inside} checked in`,
  letIn: /^Check in /,
  in: 'Come in',
  undo: /^Undo /,
  undone: 'Undone',
} as const

let hall: { code: string; headers: Headers } | undefined
test.afterEach(async ({ request }) => {
  if (hall) await retireHall(request, hall.headers, hall.code)
  hall = undefined
})

// The whole door, also without a network, is walked on a phone (checkin.spec.ts).
test('ten tickets at a USB scanner: one refused, in tw; one undone, in en @desk', async ({ page, context, baseURL }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await speak(context, 'tw', baseURL!)
  const headers = await staffHeaders(page.request)
  const { code, courtIds } = await openHall(page.request, headers, 9)
  hall = { code, headers }
  const soon = await tickets(page.request, headers, courtIds, 1)
  await logIn(page, 'staff')
  await visit(page, `/staff/checkin?facility=${code}`)
  await expect(page.getByText(tw.counts(9, 0))).toBeVisible()
  await expect(page.locator('#checkin-code')).toBeFocused()

  const began = Date.now()
  // The fourth is shown twice.
  for (const one of [...soon.slice(0, 4), ...soon.slice(3, 5)]) await scan(page, one.code)
  await expect(page.getByText(tw.counts(4, 5))).toBeVisible()
  test.info().annotations.push({ type: 'six scans', description: `${(Date.now() - began) / 1000} s` })
  await expect(page.getByRole('list', { name: tw.before }).getByText(tw.already)).toHaveCount(1)

  await speak(context, 'en', baseURL!)
  await page.setViewportSize({ width: 768, height: 900 })
  await visit(page, `/staff/checkin?facility=${code}`)
  await expect(page.locator('#checkin-code')).toBeFocused()
  // Searched by name and let in by the button: what was typed is not read with the next ticket.
  await page.locator('#checkin-code').fill(soon[5]!.venue2ndName.replace('夜', 'Night'))
  await expect(page.getByRole('button', { name: en.letIn })).toHaveCount(1)
  await page.getByRole('button', { name: en.letIn }).click()
  await expect(outcome(page)).toContainText(en.in)
  await expect(page.locator('#checkin-code')).toHaveValue('')
  for (const one of soon.slice(6)) await scan(page, one.code)
  await expect(page.getByText(en.counts(0, 9))).toBeVisible()
  await expect(outcome(page)).toContainText(en.in)
  await outcome(page).getByRole('button', { name: en.undo }).click()
  await expect(outcome(page)).toContainText(en.undone)
  await expect(page.getByText(en.counts(1, 8))).toBeVisible()
  await looksRight(page)
})
