import { ConfigError } from './setting-readers.ts'

/** By which issuer staff log in. `groups`: the roles of its groups; undefined: its groups say nothing. */
export type StaffLogin = { way: string; groups: Readonly<Record<string, readonly string[]>> | undefined }

type Logins = Readonly<Record<string, unknown>>

/** `STAFF_ISSUER` and `STAFF_GROUPS`, of these roles; undefined: staff log in as members do, and show a second factor. */
export function staffLoginConfig(
  { STAFF_ISSUER: way, STAFF_GROUPS: groups }: { STAFF_ISSUER?: string | undefined; STAFF_GROUPS?: string | undefined },
  logins: Logins,
  roles: readonly string[],
): StaffLogin | undefined {
  if (way === undefined && groups !== undefined) throw new ConfigError('The setting STAFF_ISSUER is missing: STAFF_GROUPS needs it.')
  if (way === undefined) return undefined
  if (!Object.hasOwn(logins, way))
    throw new ConfigError(`The setting STAFF_ISSUER cannot be used: there is no issuer “${way}”; there are ${listed(Object.keys(logins))}.`)
  const shares = Object.keys(logins).find((name) => name !== way && issuerIn(logins[name]) === issuerIn(logins[way]))
  // Whoever is linked by the other one would be staff by this one: an account there has the same subject for both.
  if (shares !== undefined) throw new ConfigError(`The setting STAFF_ISSUER cannot be used: “${shares}” has the same issuer as “${way}”.`)
  return { way, groups: groups === undefined ? undefined : groupsIn(groups, roles) }
}

const issuerIn = (settings: unknown): string => new URL((settings as { issuer: string }).issuer).href

/** `fieldhouse-desk=desk,fieldhouse-office=manager+finance` */
function groupsIn(text: string, roles: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const rolesOf = new Map<string, readonly string[]>()
  for (const part of partsOf(text)) {
    const [, group = '', names = ''] = /^([^=]+)=([a-z+ ]+)$/.exec(part) ?? []
    const said = names.split('+').map((name) => name.trim())
    const unknown = said.find((name) => !roles.includes(name))
    const name = group.trim()
    const wrong =
      name === ''
        ? `“${part}” is not written like group=role`
        : unknown !== undefined
          ? `there is no role “${unknown}”; there are ${roles.join(', ')}`
          : rolesOf.has(name)
            ? `the group “${name}” is given twice`
            : undefined
    if (wrong !== undefined) throw new ConfigError(`The setting STAFF_GROUPS cannot be used: ${wrong}.`)
    rolesOf.set(name, said)
  }
  if (rolesOf.size === 0) throw new ConfigError('The setting STAFF_GROUPS cannot be used: it names no group.')
  return Object.fromEntries(rolesOf)
}

const partsOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

const listed = (names: readonly string[]): string => (names.length === 0 ? 'none' : names.join(', '))

/** How members may log in besides by issuers. */
const ownMeans = ['secret', 'passkey']

/** `LOGIN_ALLOWED`; undefined: all. Staff keep a way: their issuer, or what an invitation is accepted with. */
export function loginAllowedConfig(text: string | undefined, logins: Logins, staff: StaffLogin | undefined): readonly string[] | undefined {
  if (text === undefined) return undefined
  const allowed = partsOf(text)
  const known = [...ownMeans, ...Object.keys(logins)]
  const unknown = allowed.find((name) => !known.includes(name))
  const wrong =
    allowed.length === 0
      ? 'it names no way to log in'
      : unknown !== undefined
        ? `there is no way “${unknown}”; there are ${listed(known)}`
        : staff && !allowed.includes(staff.way)
          ? `staff log in by “${staff.way}”, which it leaves out`
          : !staff && !allowed.some((name) => ownMeans.includes(name))
            ? 'staff would have no way: name secret or passkey, or set STAFF_ISSUER'
            : undefined
  if (wrong !== undefined) throw new ConfigError(`The setting LOGIN_ALLOWED cannot be used: ${wrong}.`)
  return allowed
}
