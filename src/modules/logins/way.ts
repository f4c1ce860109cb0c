import type { SettingsReader } from '#config.ts'
import type { Finding } from '#http/findings.ts'
import type { StaffRole } from '#http/session.ts'
import type { Locale } from '#i18n/locale.ts'
import type { Words } from '#i18n/words.ts'
import type { Result } from '#lib/result.ts'

/** A way to log in by another issuer, who knows the person and vouches for them. Its record is in `ways/`, and `ways.ts` lists it. */
export type LoginWay<S = unknown> = {
  /** Part of addresses, and written to rows: never changed, and of a-z, 0-9 and hyphens. */
  name: string
  /** As people know it: on its button, in the settings, in mails. */
  title: Words
  /** Its sign on buttons; null: the words alone. */
  sign: Sign | null
  /** What the browser brings back is in the address, or in a form that the issuer's page posts. */
  comesBackBy: 'address' | 'form'
  settings: Omit<SettingsReader<S>, 'name'>
  open(settings: S, outside: Outside): WayCalls
  /** The doctor's check. Logs nobody in. */
  check(settings: S, outside: Pick<Outside, 'ask'> & { returnAddress: string; now: Date }): Promise<Finding[]>
}

/** A drawing (SVG), in the colours that the issuer wants; `currentColor` is that of the words beside it. */
export type Sign = { viewBox: string; drawn: string }

export type WayCalls = {
  /** The issuer's address to which the browser goes. */
  start(begun: Begun, now: Date): Promise<Result<{ address: string }, WayRefusal>>
  /** Reads what the browser brings back. Nothing of it is to be trusted before the issuer's proof was checked. */
  readReturn(arrived: URLSearchParams, begun: Begun, now: Date): Promise<Result<Vouched, WayRefusal>>
}

/** A way that is set. */
export type OpenWay = WayCalls & Pick<LoginWay, 'name' | 'title' | 'sign' | 'comesBackBy'>

/** The way by which staff log in. `rolesOf`: the roles of groups; undefined: groups say nothing, and admins give roles by hand. */
export type StaffWay = Pick<LoginWay, 'name' | 'title'> & { rolesOf: ((groups: readonly string[]) => StaffRole[]) | undefined }

/** A login under way. `nonce` and `verifier` (PKCE) are of this one login, and known to this browser only. */
export type Begun = { state: string; nonce: string; verifier: string; returnAddress: string; locale: Locale }

/** Who it is, by the issuer, and what may be filled in for somebody who is new here. Nobody is recognised by name or address. */
export type Vouched = {
  issuer: string
  subject: string
  name?: string
  email?: string
  /** The issuer says that it has proved the address. */
  isEmailVerified?: boolean
  /** Undefined: the issuer could not be asked for them. Empty where it says none. */
  groups?: string[]
}

/** `way_cancelled`: the person did not want to. `way_refused`: the issuer's answer proves nothing. */
export type WayRefusal = { code: 'way_cancelled' | 'way_refused' | 'way_unreachable' }

export type Outside = {
  ask: AskIssuer
  /** Says in the log why a login was refused: a code or a sentence, nothing of the person and no token. */
  report(why: string): void
}

/** A request from our server to the issuer's. Redirects are not followed. */
export type AskIssuer = (asked: {
  method: 'GET' | 'POST'
  url: string
  headers?: Record<string, string>
  body?: string
}) => Promise<{ status: number; text: string; headers: Headers } | { failed: string }>
