import type { Page } from '@playwright/test'
import { expect, logIn, speak, test, visit } from './journey.ts'

/**
 * Sends every form of the page as it is, after scrolling away from it, and tells what was wrong with how it was refused; for each
 * form that was refused as it should be, an empty text.
 */
const faultsOf = (page: Page) =>
  page.evaluate(async () => {
    const faults: string[] = []
    const focused = async (place: Element) => {
      for (let n = 0; n < 300; n += 1) {
        const now = document.activeElement
        if (now && place.contains(now) && (now.ariaInvalid === 'true' || (now.role === 'alert' && now.textContent !== ''))) return now
        await new Promise((done) => setTimeout(done, 50))
      }
      return undefined
    }
    for (const closed of document.querySelectorAll<HTMLElement>('main details:not([open]) summary, main form button[aria-expanded=false]'))
      closed.click()
    for (let n = 0; n < 300 && document.querySelector('main details:not([open])'); n += 1) await new Promise((done) => setTimeout(done, 50))
    const sends = [...document.querySelectorAll<HTMLElement>('form, button[data-sends]')].filter(
      (one) => one.checkVisibility({ visibilityProperty: true }) && !(one instanceof HTMLFormElement && !one.noValidate),
    )
    for (const one of sends) {
      const name = `${one.tagName} ${one.textContent?.slice(0, 40)}`
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      window.scrollTo(0, document.documentElement.scrollHeight)
      if (one instanceof HTMLFormElement) one.requestSubmit()
      else one.click()
      const first = await focused(one.closest('dialog, section, main')!)
      const at = first?.getBoundingClientRect()
      const above = at && document.elementFromPoint(at.left + at.width / 2, at.top + Math.min(at.height / 2, 20))
      if (!first) faults.push(`${name}: no error has the focus`)
      else if (!above || !(first.contains(above) || above.contains(first))) faults.push(`${name}: the first error is covered`)
      else faults.push('')
    }
    return faults
  })

/** Pages whose forms are sent, with how many each has at least, and a field to empty where an unchanged form is not sent. */
type Visited = [path: string, least: number, empty?: string][]
const pages: Record<string, Visited> = {
  nobody: [
    ['/login', 1],
    ['/login/forget', 1],
    ['/register', 1],
    ['/repair', 1],
    ['/water', 1],
  ],
  member: [
    ['/member/setting', 6, 'name'],
    ['/satisfaction', 1],
  ],
  community: [['/member/order/schedule/create', 1]],
  staff: [
    ['/staff/rounds?round=new', 1],
    ['/staff/closures?new=1', 1],
    ['/staff/catalogue?new=1', 1],
    ['/staff/till', 2],
    ['/staff/settings/connections', 1],
    ['/staff/catalogue/centre', 1, 'name.tw'],
    ['/staff/catalogue/facility?code=ARN', 1, 'name.tw'],
    ['/setup?step=rules', 1],
    ['/setup?step=doors', 1],
  ],
}

/** Errors of the time before stand until the answer comes: the focus waits for the answer, and goes to what that refuses. */
async function expectFocusAfterAnswer(page: Page): Promise<void> {
  const whileSending: (string | undefined)[] = []
  await page.route('**/api/Staff/Catalogue/Preview', async (route) => {
    await expect(page.locator('button[data-sends][aria-busy=true]')).toHaveCount(1)
    whileSending.push(await page.evaluate(() => document.activeElement?.tagName))
    const errors = [{ part: 'facility:ARN', path: whileSending.length > 1 ? 'name.en' : 'name.tw', code: 'too_long', message: '太長' }]
    const plan = { changes: [], touched: { count: 0, refund: 0, items: [] }, prices: [], consequences: [], conflicts: [], revisions: {} }
    await route.fulfill({ json: { ...plan, errors } })
  })
  await visit(page, '/staff/catalogue/facility?code=ARN')
  await page.locator('input[name="name.tw"]').fill('新名稱')
  for (const path of ['name.tw', 'name.en']) {
    await page.locator('button[data-sends]').click()
    await expect(page.locator(`input[name="${path}"][aria-invalid=true]`)).toHaveCount(1)
    await expect(page.locator(`[data-summary]:focus, input[name="${path}"]:focus`)).toHaveCount(1)
  }
  expect(whileSending).toEqual(['BUTTON', 'BUTTON'])
}

for (const [viewer, visited] of Object.entries(pages))
  test.describe(() => {
    // Other journeys move the window of the open site's round, and a club's form cannot be sent before its start.
    test.use({ baseURL: viewer === 'community' ? process.env.E2E_URL! : process.env.E2E_OPEN_URL! })
    refuseForms(viewer, visited)
  })

function refuseForms(viewer: string, visited: Visited): void {
  test(`a form that is refused has the focus on its first error, in sight, as ${viewer}`, async ({ page, context, baseURL }) => {
    await speak(context, 'tw', baseURL!)
    await page.setViewportSize({ width: 768, height: 600 })
    if (viewer !== 'nobody') await logIn(page, viewer)
    // Whatever a form's own checks let pass is refused by the service: nothing is changed, and every form is refused.
    await page.route('**/api/**', (route) =>
      route.request().method() === 'GET'
        ? route.continue()
        : route.fulfill({
            status: 409,
            contentType: 'application/problem+json',
            body: JSON.stringify({ code: 'changed_meanwhile', title: '這筆資料剛被更新', status: 409 }),
          }),
    )
    for (const [path, least, empty] of visited) {
      await visit(page, path)
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
      if (empty) await page.locator(`input[name="${empty}"]`).fill('')
      await expect
        .poll(() => page.locator('form:visible, button[data-sends]:visible, main summary').count(), { message: path })
        .toBeGreaterThanOrEqual(1)
      const faults = await faultsOf(page)
      expect(faults.filter(Boolean), path).toEqual([])
      expect(faults.length, path).toBeGreaterThanOrEqual(least)
    }
    if (viewer === 'staff') await expectFocusAfterAnswer(page)
  })
}
