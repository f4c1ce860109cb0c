import {
  expect,
  test as base,
  type APIRequestContext,
  type BrowserContext,
  type ConsoleMessage,
  type Page,
  type Response,
  type WebError,
} from '@playwright/test'
import type { RunOptions } from 'axe-core'
import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export { expect }

/** Console messages that every test may cause: a refused call, logged by the browser and by our client. */
const expected = /^Failed to load resource: the server responded with a status of 4\d\d|^API 4\d\d /
/** Console messages that tests with a broken connection may cause as well. */
const expectedOffline = /net::ERR_INTERNET_DISCONNECTED|^API 0 /

/** Collects console errors, hydration warnings and violations of the content security policy from all pages of a browser context. */
function watch(context: BrowserContext, goesOffline: boolean): { complaints: string[]; stop(): void } {
  const complaints: string[] = []
  const isExpected = (text: string) => expected.test(text) || (goesOffline && expectedOffline.test(text))
  const onLine = (line: ConsoleMessage) => {
    if (['error', 'warning'].includes(line.type()) && !isExpected(line.text())) complaints.push(`${line.page()?.url()}: ${line.text()}`)
  }
  const onError = (error: WebError) => void complaints.push(`${error.page()?.url()}: ${error.error()}`)
  context.on('console', onLine).on('weberror', onError)
  return { complaints, stop: () => void context.off('console', onLine).off('weberror', onError) }
}

type Fixtures = {
  /** Address of the server with SITE_ACCESS=open, where every page can be opened directly. */
  openSite: string
  /** IP address of the test's client, its own for each test, so that rate limits do not meet. */
  address: string
  goesOffline: boolean
  cleanConsole: void
}

export const test = base.extend<Fixtures>({
  openSite: async ({}, use) => use(process.env.E2E_OPEN_URL!),
  address: async ({}, use) => use(`10.${randomInt(255)}.${randomInt(255)}.${randomInt(1, 255)}`),
  extraHTTPHeaders: async ({ address }, use) => use({ 'x-forwarded-for': address }),
  goesOffline: [false, { option: true }],
  cleanConsole: [
    async ({ context, goesOffline }, use) => {
      const { complaints, stop } = watch(context, goesOffline)
      await use()
      stop()
      expect(complaints, 'the console').toEqual([])
    },
    { auto: true },
  ],
})

/** Opens a page and waits until React has hydrated it. */
export async function visit(page: Page, path: string): Promise<Response | null> {
  const response = await page.goto(path)
  await ready(page)
  return response
}

export async function reload(page: Page): Promise<void> {
  await page.reload()
  await ready(page)
}

export async function ready(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    // Elements inside data-html came as HTML and are not rendered by React.
    const parts = [...document.querySelectorAll('main, main :is(form, button, input, select, a):not([data-html] *)')]
    return parts.length > 0 && parts.every((part) => Object.keys(part).some((key) => key.startsWith('__react')))
  })
}

/**
 * Does something that a toast confirms. The toast is awaited from before the deed on, by the page itself: it is gone after three
 * seconds, and on a busy machine two looks from outside can be further apart.
 */
export async function toasted(page: Page, message: string, deed: () => Promise<void>): Promise<void> {
  const isShown = (text: string) => [...document.querySelectorAll('[data-toast] > span')].some((toast) => toast.textContent === text)
  await Promise.all([page.waitForFunction(isShown, message, { polling: 100, timeout: 30_000 }), deed()])
}

/** The names of the demo's facilities in a list: other journeys open night halls meanwhile (door.ts). */
export const facilitiesOfDemo = (page: Page) => page.getByRole('heading', { level: 2 }).filter({ hasNotText: /夜間館|Night hall/ })

/** A section of the page of settings. */
export const section = (page: Page, id: string) => page.locator(`section#${id}`)
export const visitSetting = (page: Page) => visit(page, '/member/setting')

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** axe rules whose result depends on the colour scheme. */
const colourRules = ['color-contrast', 'link-in-text-block']

const axeScript = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/**
 * What axe finds in a page. Its half megabyte of script is put into a document once: that takes longer than a check. Of brothers that
 * are alike (rows of a table, cells of a plot) it sees the first few: a rule costs as much for each of a hundred as for the first.
 * Bars that dock at an edge stand in their own place: scrolled to just there, they would hide half of some field.
 */
async function violationsIn(page: Page, runOnly: RunOptions['runOnly'] & object) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeScript)
  return page.evaluate(
    async (options) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') }
      const kindOf = (element: Element) =>
        [element.tagName, ...element.getAttributeNames().filter((name) => name === 'class' || name.startsWith('aria-'))]
          .map((name) => `${name}=${/^aria-(label|describedby|controls|rowindex|colindex)/.test(name) ? '' : element.getAttribute(name)}`)
          .join(' ')
      const [alike, docked]: [Element[], Element[]] = [[], []]
      const look = (parent: Element): void => {
        const count = new Map<string, number>()
        for (const child of parent.children) {
          const kind = kindOf(child)
          const nth = (count.get(kind) ?? 0) + 1
          count.set(kind, nth)
          if (nth > 4 && !child.contains(document.activeElement)) alike.push(child)
          else look(child)
        }
        if (getComputedStyle(parent).position === 'sticky') docked.push(parent)
      }
      look(document.body)
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(
        // Invisible in their place, so that nothing moves. What comes or goes while axe looks does so at once.
        `*, ::before, ::after { transition: none !important; animation: none !important }
        [data-alike], [data-alike] * { visibility: hidden !important }
        [data-docked] { position: relative !important; inset: auto !important }`,
      )
      document.adoptedStyleSheets.push(sheet)
      for (const one of alike) one.toggleAttribute('data-alike', true)
      for (const one of docked) one.toggleAttribute('data-docked', true)
      try {
        // The bar of a page that loads can come at any moment, and stands outside all landmarks.
        return (await axe.run({ exclude: ['[role=progressbar]'] }, { ...options, resultTypes: ['violations'] })).violations
      } finally {
        for (const one of alike) one.removeAttribute('data-alike')
        for (const one of docked) one.removeAttribute('data-docked')
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
      }
    },
    { runOnly },
  )
}

/** `colours`: checks only the rules that depend on the colour scheme, for a page that was checked in the other scheme. */
export async function expectAccessible(page: Page, what: 'everything' | 'colours' = 'everything'): Promise<void> {
  // Waits until nothing loads, and ends what fades: a half-faded colour fails the contrast rule. A page in the background draws no frames, so waiting would never end.
  await expect(page.locator('[aria-busy=true]:visible, [role=progressbar]:visible')).toHaveCount(0)
  await page.evaluate(() => {
    const running = () => document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity)
    // A colour that has arrived lets the elements that inherit it begin their own transition.
    for (let rounds = 0; rounds < 30 && running().length > 0; rounds += 1) for (const one of running()) one.finish()
  })
  const violations = await violationsIn(
    page,
    what === 'colours' ? { type: 'rule', values: colourRules } : { type: 'tag', values: standards },
  )
  expect(
    violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary}`).join(' | ')}`,
    ),
    'axe',
  ).toEqual([])
}

/** Accessible in both colour schemes, and nothing scrolls sideways. */
export async function looksRight(page: Page): Promise<void> {
  await useScheme(page, 'light')
  await expectAccessible(page)
  await expectNothingSideways(page)
  await useScheme(page, 'dark')
  await expectAccessible(page, 'colours')
}

/** Nothing is wider than the screen. Not by innerWidth: on a phone it grows with what is too wide. */
export async function expectNothingSideways(page: Page): Promise<void> {
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(tooWide, 'sideways').toBeLessThanOrEqual(0)
}

/**
 * Asks the page for a colour scheme, and waits until it has taken it. Without transitions: each element that inherits a colour
 * begins its own when its parent's has ended, and every round of them computes the styles of the whole page again.
 */
export async function useScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  // A constructed style sheet, which the content security policy does not forbid.
  const sheet = await page.evaluateHandle(() => {
    const still = new CSSStyleSheet()
    still.replaceSync('*, ::before, ::after { transition: none !important }')
    document.adoptedStyleSheets.push(still)
    return still
  })
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await expect(page.locator('html')).toHaveAttribute('data-scheme', colorScheme)
  await sheet.evaluate((still) => {
    // Computes the styles in the new scheme before transitions are allowed again.
    void document.body.offsetHeight
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== still)
  })
}

/** Sets the language that the browser asks for (Accept-Language). */
export async function speak(context: BrowserContext, locale: 'tw' | 'en', site: string): Promise<void> {
  await context.addCookies([{ name: 'fieldhouse_locale', value: locale, url: site }])
}

type Message = { channel: 'mail' | 'sms'; recipient: string; subject: string | null; body: string }

/** The newest message to a recipient, once the job has sent it. */
export async function readMessage(request: APIRequestContext, recipient: string, about: RegExp = /./): Promise<Message> {
  let found: Message | undefined
  await expect
    .poll(
      async () => {
        const response = await request.get(`/api/Demo/Inbox?recipient=${encodeURIComponent(recipient)}`)
        const messages = (await response.json()) as Message[]
        found = messages.find((message) => about.test(`${message.subject} ${message.body}`))
        return found !== undefined
      },
      { timeout: 30_000 },
    )
    .toBe(true)
  return found!
}

export const linkIn = (message: Message): string => /https?:\S+/.exec(message.body)![0]
export const codeIn = (message: Message): string => /\d{6}/.exec(message.body)![0]

const somePdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
)
export const pdf = (name: string) => ({ name, mimeType: 'application/pdf', buffer: somePdf })

/** At the issuer's page, which asks for a name and takes any. */
export async function enterAtIssuer(page: Page, login: string): Promise<void> {
  await page.getByLabel('Name').fill(login)
  await page.getByRole('button', { name: 'Log in' }).click()
}

export type NewMember = { email: string; account: string; mobile: string; secret: string; name: string; id: string }

/** A confirmed member of the test's own, made through the API. */
export async function newMember(request: APIRequestContext, more: object = {}): Promise<NewMember> {
  const number = `${Date.now() % 1e8}${randomInt(10, 99)}`
  const who = {
    email: `walker${number}@example.com`,
    account: `walker${number}`,
    mobile: `09${String(randomInt(1e8)).padStart(8, '0')}`,
    secret: 'a good long secret',
    name: '林小步',
    ...more,
  }
  await request.post('/api/AccountMember/SendSms', { data: { mobile: who.mobile } })
  const smsCode = codeIn(await readMessage(request, who.mobile))
  const upload = await request.post('/api/File', { multipart: { upload: pdf('consent.pdf') } })
  const registered = await request.post('/api/AccountMember', {
    data: { ...who, smsCode, memberIdentityId: 1, privacyFileId: (await upload.json()).id },
  })
  expect(registered.status(), await registered.text()).toBe(201)
  const token = new URL(linkIn(await readMessage(request, who.email))).searchParams.get('token')
  // Without cookies, as another browser: in the browser that registered, the link also logs in.
  const confirmed = await request.post('/api/AccountMember/ValidateEmail', { data: { token }, headers: { cookie: 'another=browser' } })
  expect(confirmed.status()).toBe(200)
  return { ...who, id: (await registered.json()).id }
}

/** Logs the browser in through the API, for tests that are about what comes after the login. */
export async function logIn(page: Page, emailOrAccount: string, secret = 'fieldhouse-demo'): Promise<void> {
  const answer = await page.request.post('/api/AccountMember/LoginForm', {
    form: { emailOrAccount, secret },
    headers: { 'sec-fetch-site': 'same-origin' },
    maxRedirects: 0,
  })
  expect(answer.status()).toBe(303)
  expect(answer.headers()['location']).not.toContain('error=')
}

/** Logs a desktop browser in as staff of the demo, in this language. */
export async function enterConsole(page: Page, site: string, { locale = 'tw' as 'tw' | 'en', height = 1000 } = {}): Promise<void> {
  await page.setViewportSize({ width: 1280, height })
  await speak(page.context(), locale, site)
  await logIn(page, 'staff')
}

/** Registers a new member, logs the browser in and sets its language. */
export async function enterAsNewMember(page: Page, locale: 'tw' | 'en', site: string): Promise<NewMember> {
  const member = await newMember(page.request)
  await speak(page.context(), locale, site)
  await logIn(page, member.email, member.secret)
  return member
}
