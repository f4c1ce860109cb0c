import type { Config, SettingsReader, StaffLogin } from '#config.ts'
import { found, type Finding } from '#http/findings.ts'
import type { Locale } from '#i18n/locale.ts'
import { staffRole } from '#http/wire.ts'
import { say } from '#i18n/words.ts'
import { reasonOf } from '#lib/network-fault.ts'
import type { LoginWayAnswer } from '#modules/settings/wire.ts'
import type { AskIssuer, LoginWay, OpenWay, StaffWay } from './way.ts'
import { issuersIn, readerOf, wayOf } from './ways/any-issuer.ts'
import { apple } from './ways/apple.ts'
import { google } from './ways/google.ts'
import { line } from './ways/line.ts'

/** Ways to log in by other issuers: a line each. Those that are set have a button on the login page, in this order, and before those of any other issuer. */
const ways: readonly LoginWay[] = [line, google, apple]

export type OwnMeans = 'secret' | 'passkey'

/** The ways to log in of a process: by other issuers, and whether by what is our own. */
export type LoginWays = {
  set: readonly OpenWay[]
  /** What is on their buttons. */
  buttons(locale: Locale): LoginWayAnswer[]
  /** The one by which staff log in; undefined: they log in as members do, and show a second factor. */
  staff: StaffWay | undefined
  /** Whether members may log in by a secret, by a passkey alone, or by this other issuer. */
  allows(way: OwnMeans | (string & {})): boolean
  /** Undefined: it is not set, or not allowed. */
  of(name: string): OpenWay | undefined
  /** Also of a way that is no longer set; undefined: there is no such way. */
  known(name: string): Pick<LoginWay, 'name' | 'title'> | undefined
}

type Logins = Pick<Config, 'logins'> & Partial<Pick<Config, 'staffLogin' | 'loginAllowed'>>
type Opening = {
  list?: readonly LoginWay[]
  ask?: AskIssuer
  /** Why a login by this way was refused. */
  report?(way: string, why: string): void
}

export function openWays(config: Logins, { list = ways, ask = askOverNetwork, report = () => {} }: Opening = {}): LoginWays {
  const isAllowed = (name: string) => config.loginAllowed?.includes(name) ?? true
  const all = setIn(config, list).map(({ way, settings }): OpenWay => {
    const { name, title, sign, comesBackBy } = way
    return { name, title, sign, comesBackBy, ...way.open(settings, { ask, report: (why) => report(name, why) }) }
  })
  const set = all.filter(({ name }) => isAllowed(name))
  const staff = set.find(({ name }) => name === config.staffLogin?.way)
  return {
    set,
    staff: staff && { name: staff.name, title: staff.title, rolesOf: rolesBy(config.staffLogin?.groups) },
    buttons: (locale) =>
      set.map(({ name, title, sign }) => ({
        name,
        title: say(title, locale),
        sign: sign && `/api/AccountMember/LoginWay/${name}/Sign`,
      })),
    allows: isAllowed,
    of: (name) => set.find((way) => way.name === name),
    known: (name) => [...all, ...list].find((way) => way.name === name),
  }
}

/** The roles of all groups together, in the order of listing. */
function rolesBy(groups: StaffLogin['groups']): StaffWay['rolesOf'] {
  if (groups === undefined) return undefined
  return (named) => {
    const given = new Set(named.flatMap((group) => (Object.hasOwn(groups, group) ? groups[group]! : [])))
    return staffRole.options.filter((role) => given.has(role))
  }
}

/** The ways of the list that are set, and those of any other issuer. */
function setIn({ logins }: Logins, list: readonly LoginWay[]): { way: LoginWay; settings: unknown }[] {
  const others = Object.keys(logins).filter((name) => !list.some((way) => way.name === name))
  const all = [...list, ...others.map((name) => wayOf(name, logins[name] as Parameters<typeof wayOf>[1]))] as readonly LoginWay[]
  return all.flatMap((way) => (logins[way.name] === undefined ? [] : [{ way, settings: logins[way.name] }]))
}

/** For `loadConfig`: the readers of the list, and of each other issuer that these variables name. */
export function settingsOfWays(env: Readonly<Record<string, string | undefined>>, list = ways): SettingsReader<unknown>[] {
  const fixed = list.map(({ name, settings }) => ({ name, ...settings }))
  const names = fixed.map(({ name }) => name)
  return [...fixed, ...issuersIn(env, names).map(readerOf)]
}

/** Where an issuer sends browsers back to: it is told exactly this address. */
export const returnAddressOf = ({ publicUrl }: Pick<Config, 'publicUrl'>, way: string): string =>
  `${publicUrl}/api/AccountMember/LoginWay/${way}/Return`

/** What the doctor finds of the ways that are set. */
export async function checkWays(
  config: Logins & Pick<Config, 'publicUrl'>,
  now: Date,
  list: readonly LoginWay[] = ways,
): Promise<Finding[]> {
  const checked = setIn(config, list).map(({ way, settings }) =>
    way.check(settings, { ask: askOverNetwork, returnAddress: returnAddressOf(config, way.name), now }),
  )
  return [...(await Promise.all(checked)).flat(), ...checkStaffLogin(config, list)]
}

/** By whom staff log in, and whether the issuer of their groups is asked for them. */
function checkStaffLogin(config: Logins, list: readonly LoginWay[]): Finding[] {
  const staff = setIn(config, list).find(({ way }) => way.name === config.staffLogin?.way)
  if (!staff) return []
  const { scope = '' } = staff.settings as { scope?: string }
  const isAsked = config.staffLogin?.groups === undefined || scope.split(' ').includes('groups')
  const values = { way: staff.way.name }
  return [isAsked ? found('login', 'login_staff_way', values) : found('login', 'login_staff_no_groups', values)]
}

/** Descriptions, keys and tokens of an issuer are a few thousand characters. */
const longest = 500_000

export const askOverNetwork: AskIssuer = async ({ url, ...request }) => {
  try {
    const answer = await fetch(url, { ...request, redirect: 'manual', signal: AbortSignal.timeout(8000) })
    const parts: Uint8Array[] = []
    let length = 0
    for await (const part of answer.body ?? []) {
      length += part.byteLength
      if (length > longest) return { failed: 'the answer is too long' }
      parts.push(part)
    }
    return { status: answer.status, text: Buffer.concat(parts).toString(), headers: answer.headers }
  } catch (error) {
    return { failed: reasonOf(error) }
  }
}
