import { openLog } from '#http/log.ts'
import type { AskIssuer } from '#modules/logins/way.ts'
import { askOverNetwork, openWays } from '#modules/logins/ways.ts'
import { readConfig } from '#process/read-config.ts'
import { newApiBrowser, pageOf, type ApiBrowser } from './api-browser.ts'
import { returnAddressAt, startIssuers } from './issuers.ts'
import type { Said } from './real-issuer.ts'
import { openTestService } from './test-service.ts'

export const wayCalls = '/api/AccountMember/LoginWay'
export const publicUrl = 'http://localhost:3000'
export const returnTo = (way: string): string => returnAddressAt(publicUrl, way)

export type Asked = Parameters<AskIssuer>[0]
export type Answered = Exclude<Awaited<ReturnType<AskIssuer>>, { failed: string }>
type Tamper = (asked: Asked, answer: Answered) => Answered

const startAt = (way: string, query = '') => `${wayCalls}/${way}/Start${query}`

/** Back from the issuer: by the address, or by the form that its page posts and the page after it. */
async function comeBack(browser: ApiBrowser, back: { address: string; form?: URLSearchParams }): Promise<string> {
  if (!back.form) return browser.follow(back.address)
  const { text } = await browser.post(back.address, back.form)
  return browser.follow(/content="0;url=([^"]+)"/.exec(text)![1]!.replaceAll('&amp;', '&'))
}

/** A service with LINE, Google, Apple and a city's issuer, at the time of the system, which is theirs; and with these settings. */
export async function openWayService(settings: Record<string, string> = {}) {
  const people: Record<string, Said> = {}
  const issuers = await startIssuers([publicUrl], { whoIs: (login) => people[login] ?? {} })
  const tokens: { id_token: string; access_token: string }[] = []
  let tamper: Tamper | undefined
  const ask: AskIssuer = async (asked) => {
    const answer = await askOverNetwork(asked)
    if ('failed' in answer) return answer
    if (asked.url.endsWith('/token') && answer.status === 200) tokens.push(JSON.parse(answer.text) as (typeof tokens)[number])
    return tamper?.(asked, answer) ?? answer
  }
  const logged: string[] = []
  const log = openLog('info', { write: (line) => void logged.push(line) })
  const report = (way: string, why: string) => log.warn({ way, why }, 'a login by another issuer failed')
  const ways = openWays(readConfig({ ...issuers.settings, ...settings }), { ask, report })
  const service = await openTestService({ ways, log, start: new Date() })

  return {
    service,
    issuers,
    /** What the issuers say of who logs in by these names. */
    people,
    /** Lines of the log. */
    logged,
    /** Tokens that the issuers have given us. */
    tokens,
    /** Changes answers of the issuers on their way to us. */
    tamper: (how: Tamper | undefined) => void (tamper = how),
    /** Nothing is changed, nobody is down, and the time is the system's. */
    mend() {
      tamper = undefined
      service.clock.advance(Date.now() - service.clock.now().getTime())
      for (const issuer of [issuers.world, issuers.city]) issuer.down(false)
    },
    pageOf: (location: string) => pageOf(service, location),
    startAt,
    comeBack,
    /** To the issuer, where the person logs in, and back; the page that the browser is led to. */
    enter: async (browser: ApiBrowser, way: string, login: string, query = '') =>
      pageOf(service, await comeBack(browser, await issuers.of(way).enter(await browser.follow(startAt(way, query)), login))),
    /** A member who has linked themselves; `page` is where that ended. */
    async link(way: string, login: string, who: Parameters<typeof service.newMember>[0] = {}) {
      const member = await service.newMember(who)
      const browser = newApiBrowser(service)
      const { body } = await browser.call('POST', `${wayCalls}/${way}/Link`, { as: member })
      const page = pageOf(service, await comeBack(browser, await issuers.of(way).enter(body.address, login)))
      return { member, page }
    },
    async close() {
      await service.close()
      await issuers.close()
    },
  }
}
export type WayService = Awaited<ReturnType<typeof openWayService>>
