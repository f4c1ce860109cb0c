import type { Config, SettingsReader } from '#config.ts'
import type { Finding } from '#http/findings.ts'
import { requestOnce } from '#modules/notifications/post-form.ts'
import type { AskIssuer, LoginWay, OpenWay } from './way.ts'

/** Ways to log in by other issuers: a line each. Those that are set have a button on the login page, in this order. */
const ways: readonly LoginWay[] = []

/** The ways to log in by other issuers, of a process. */
export type LoginWays = {
  set: readonly OpenWay[]
  /** Undefined: it is not set. */
  of(name: string): OpenWay | undefined
  /** Also of a way that is no longer set; undefined: there is no such way. */
  known(name: string): Pick<LoginWay, 'name' | 'title'> | undefined
}

type Logins = Pick<Config, 'logins'>

export function openWays({ logins }: Logins, list: readonly LoginWay[] = ways): LoginWays {
  const set = list.flatMap((way): OpenWay[] => {
    const settings = logins[way.name]
    return settings === undefined ? [] : [{ name: way.name, title: way.title, ...way.open(settings, askOverNetwork) }]
  })
  return {
    set,
    of: (name) => set.find((way) => way.name === name),
    known: (name) => list.find((way) => way.name === name),
  }
}

/** For `loadConfig`. */
export const settingsOfWays = (list: readonly LoginWay[] = ways): SettingsReader<unknown>[] =>
  list.map(({ name, settings }) => ({ name, ...settings }))

/** What the doctor finds of the ways that are set. */
export async function checkWays({ logins }: Logins, now: Date, list: readonly LoginWay[] = ways): Promise<Finding[]> {
  const found = list.flatMap((way) => (logins[way.name] === undefined ? [] : [way.check(logins[way.name], askOverNetwork, now)]))
  return (await Promise.all(found)).flat()
}

const askOverNetwork: AskIssuer = async ({ url, ...request }) => {
  const answer = await requestOnce(url, { timeoutMs: 10_000, ...request })
  return answer.ok ? answer.value : { failed: answer.refusal.reason }
}
