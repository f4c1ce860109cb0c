import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { landingLink } from '#modules/logins/landing-link.ts'
import { Tokens } from '#modules/logins/tokens.ts'
import { courtLink, ticketLink, visitLink } from '#modules/feedback/links.ts'
import { signUndo } from '#modules/logins/rules.ts'
import { orderLink } from '#modules/orders/order-link.ts'
import { decide } from '#navigation/navigation-policy.ts'
import { signedLanding } from './signed-landing.ts'

const now = new Date('2026-11-15T10:00:00+08:00')
const publicUrl = 'http://park.test'
const tokens = new Tokens('a secret that only tests know, long enough')
const isSigned = signedLanding(tokens, { now: () => now })

/** The guard's answer to a direct visit by the link of a mail; as a community, so that no other guard decides. */
async function passes(link: string): Promise<boolean> {
  const url = new URL(link)
  const viewer = { email: 'club@example.com', communityName: '青禾羽球社' }
  const search = Object.fromEntries(url.searchParams)
  const landing = await isSigned(url)
  return (
    'go' in decide({ path: url.pathname, search, kind: 'direct', mode: 'wired', viewer, landing, redirectedFromRoot: false, isOpen: true })
  )
}

/** Addresses that carry a token of their own, signed where they are written. */
const withToken: Record<string, string> = {
  '/emailValidation': `/emailValidation?token=${await tokens.signLink('0b4a', 'confirm-email', now, new Date(now.getTime() + 1000))}`,
  '/highlights': `/highlights?preview=${await tokens.signLink('1', 'preview-highlight', now, new Date(now.getTime() + 1000))}`,
  '/undoChange': `/undoChange?ref=${tokens.signReference(signUndo('3f2b8c1e-5d6a-4e7f-8a9b-0c1d2e3f4a5b'))}`,
  '/redirectToResult':
    new URL(orderLink(tokens, publicUrl)('F261115K7M3XQ', 'result')).pathname +
    new URL(orderLink(tokens, publicUrl)('F261115K7M3XQ', 'result')).search,
}

/** Every address of a page that a module writes out: `${publicUrl}/…`. */
function writtenOut(): { file: string; path: string }[] {
  const src = join(import.meta.dirname, '..')
  const files = globSync('modules/**/*.ts', { cwd: src }).filter((file) => !file.endsWith('.test.ts'))
  return files.flatMap((file) =>
    [...readFileSync(join(src, file), 'utf8').matchAll(/\$\{[\w.]*[pP]ublicUrl\}(\/(?:[^`'"?\s$]|\$\{[^}]*\})*)/g)].map(([, path]) => ({
      file,
      path: path!.replaceAll(/\$\{[^}]*\}/g, 'x'),
    })),
  )
}

it('C3 C4 every address that a module writes into a message passes the guard of the wired site', async () => {
  const found = writtenOut().filter(({ path }) => path !== '/' && !path.startsWith('/api/'))
  // A walk that reads nothing finds nothing wrong.
  expect(found.map(({ path }) => path)).toEqual(expect.arrayContaining(['/emailValidation', '/resetPKey/x', '/login/forget']))
  for (const { file, path } of found) expect(await passes(publicUrl + (withToken[path] ?? path)), `${file}: ${path}`).toBe(true)
})

it('C3 C4 every link of the link functions passes the guard of the wired site', async () => {
  const signing = { tokens, publicUrl }
  for (const link of [
    landingLink(signing, '/member/violation'),
    landingLink(signing, '/member/order/locker'),
    ...(['result', 'order', 'ticket'] as const).map((page) => orderLink(tokens, publicUrl)('F261115K7M3XQ', page)),
    landingLink(signing, '/member/order/refund?refundNo=R261115K7M3XQA'),
    ticketLink(signing, 'R-1042'),
    ticketLink(signing, 'W-1043'),
    courtLink(signing, 3),
    visitLink(signing, 'F261115K7M3XQ'),
  ])
    expect(await passes(link), link).toBe(true)
  expect(await passes(`${publicUrl}/member/violation`)).toBe(false)
})
