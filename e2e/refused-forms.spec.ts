import type { Page } from '@playwright/test'
import { expect, logIn, speak, test, visit } from './journey.ts'

/** Empties and sends every form of the page that needs something, and tells which of them left its first error unfocused or covered. */
const faultsOf = (page: Page) =>
  page.evaluate(async () => {
    const faults: string[] = []
    const frames = (count: number) => new Promise((done) => setTimeout(done, count * 40))
    const forms = [...document.querySelectorAll('form')].filter((form) => form.noValidate && form.offsetParent !== null)
    for (const form of forms) {
      const wanted = [...form.elements].filter(
        (one): one is HTMLInputElement => one instanceof HTMLInputElement && one.required && /text|email|tel|password|date/.test(one.type),
      )
      if (wanted.length === 0 || wanted.some(({ value }) => value !== '')) continue
      window.scrollTo(0, document.documentElement.scrollHeight)
      form.requestSubmit()
      await frames(10)
      const first = form.querySelector<HTMLElement>('[aria-invalid="true"]')
      const at = first?.getBoundingClientRect()
      const top = at && document.elementFromPoint(at.left + at.width / 2, at.top + at.height / 2)
      const name = form.getAttribute('aria-label') ?? wanted[0]!.name
      if (!first) faults.push(`${name}: no error is shown`)
      else if (document.activeElement !== first) faults.push(`${name}: the focus is elsewhere`)
      else if (!top || !(first.contains(top) || top.contains(first))) faults.push(`${name}: the first error is covered`)
      else faults.push('')
    }
    return faults
  })

for (const [viewer, paths] of [
  ['nobody', ['/login', '/login/forget', '/register']],
  ['staff', ['/staff/rounds?round=new', '/staff/settings/staff']],
] as const)
  test(`a form that is refused has the focus on its first error, in sight, as ${viewer}`, async ({ page, context, openSite }) => {
    await speak(context, 'tw', openSite)
    await page.setViewportSize({ width: 768, height: 600 })
    if (viewer === 'staff') await logIn(page, 'staff')
    let sent = 0
    for (const path of paths) {
      await visit(page, path)
      const faults = await faultsOf(page)
      expect(faults.filter(Boolean), path).toEqual([])
      sent += faults.length
    }
    expect(sent, 'forms were sent').toBeGreaterThan(0)
  })
