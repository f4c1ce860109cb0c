import { chromium, type Page } from '@playwright/test'

/** `read` judges what stands there after a step. */
export type Journey = (page: Page, read: () => Promise<void>) => Promise<void>

/** What stands on a page as it is in the browser, also in what was opened. */
export const readPage = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts: string[] = []
    const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true })
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const { parentElement: parent, data } = walker.currentNode as Text
      if (parent && !parent.closest('script, style, svg, template, code, kbd, pre, textarea') && isSeen(parent)) texts.push(data)
    }
    for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
      for (const element of document.querySelectorAll(`body [${name}]`)) if (isSeen(element)) texts.push(element.getAttribute(name)!)
    return texts
  })

type Walk = { url: string; viewport: { width: number; height: number }; cookie: string; judge(page: Page): Promise<string[]> }

/** Walks in a browser of its own; answers what was judged on the way, each once. */
export async function walkPages({ url, viewport, cookie, judge }: Walk, journey: Journey): Promise<string[]> {
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = await chromium.launch({ executablePath: process.env['CHROME_PATH'] ?? chromium.executablePath(), args })
  try {
    const context = await browser.newContext({ viewport, baseURL: url })
    const [name, value] = cookie.split('=')
    await context.addCookies([{ name: name!, value: value!, url }])
    const page = await context.newPage()
    const said: string[] = []
    await journey(page, async () => {
      await ready(page)
      said.push(...(await judge(page)))
    })
    return [...new Set(said)]
  } finally {
    await browser.close()
  }
}

/** Opens what a page has folded, each once. */
export async function unfold(page: Page, read: () => Promise<void>): Promise<void> {
  await ready(page)
  for (const folded of await page.locator('summary:visible, main button[aria-expanded=false]:visible').all())
    await folded.click({ timeout: 5000 })
  await read()
}

/** Pages of ours are ready when React has taken over all that can be pressed; those of the demo's gateway have no scripts. */
async function ready(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  if (new URL(page.url()).pathname.startsWith('/api/')) return
  await page.waitForFunction(() => {
    const parts = [...document.querySelectorAll('main, main :is(form, button, input, select, a):not([data-html] *)')]
    return parts.length > 0 && parts.every((part) => Object.keys(part).some((key) => key.startsWith('__react')))
  })
}
