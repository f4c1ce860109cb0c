import type { DbOrTrx } from '#db/connect.ts'
import { DatabaseUnavailable } from '#db/unavailable.ts'
import type { Clock } from '#lib/clock.ts'
import { noteFailure } from '#lib/failures.ts'
import type { Result } from '#lib/result.ts'
import { TooBusy } from '#lib/bounded-queue.ts'
import { pickLocale, type Locale } from '#i18n/locale.ts'
import { OpenAPIHono, type z } from '@hono/zod-openapi'
import { cors } from 'hono/cors'
import { bindAudit, type Audit, type WriteAudit } from './audit.ts'
import { checkAnswer } from './check-answer.ts'
import { clientAddress, isFromForeignPage } from './client-address.ts'
import { noteClubDeed, type NameDeed, type SaidOfDeed } from './club-deeds.ts'
import { describeCall, isReading, type Reading } from './describe-call.ts'
import { fieldErrors } from './field-errors.ts'
import type { Log } from './log.ts'
import { problemResponse, type Refusal } from './problem.ts'
import { jsonStatus, readJson } from './read-json.ts'
import type { openReadTurns } from './read-turns.ts'
import { needsAudit } from './require-audit.ts'
import { noteRole, openSecurityLog, type NoteSecurity } from './security-log.ts'
import { actsAsHeader } from '#lib/acts-as.ts'
import { asVisitor, whyNotAllowed, type Access, type Session } from './session.ts'

/** Retry-After in seconds while the database is away. */
const comeBackAfter = 2

type Schema = z.ZodType
/** A call answers JSON by a schema, nothing (null), or bytes that it writes itself ('bytes'). */
type Answers = Record<number, Schema | null | 'bytes'>
type In<S extends Schema | undefined> = S extends Schema ? z.output<S> : undefined

type CallSpec<
  B extends Schema | undefined,
  Q extends Schema | undefined,
  P extends Schema | undefined,
  A extends Answers,
  R extends Refusal,
> = {
  method: 'get' | 'post' | 'put' | 'delete'
  /** Written whole, so that searching for the URL finds the handler. Parameters as {id}. */
  path: string
  summary: string
  access: Access
  /** Whether it takes a turn for reading (read-turns.ts); absent: by GET. True of a POST that changes nothing, false of what every page asks for. */
  reads?: boolean
  body?: B
  query?: Q
  params?: P
  /** A body that the handler reads itself, as a stream. */
  multipart?: Schema
  /** The fields of a plain HTML form, which the handler reads itself. */
  form?: Schema
  /** A body of JSON or a form, which the handler reads itself as it came: signatures may be over the very bytes. */
  raw?: Schema
  answers: A
  refusals?: Record<R['code'], number>
}

/** What the process knows of an HTTP request. Missing when a page that is rendered on the server makes the call; its headers say the same. */
export type Connected = {
  requestId: string
  peer: string
  /** A page is rendered for all who ask within a second: whoever was the first pays no turn for it. */
  isForAll?: boolean
  /** A page is rendered for all members with this identity, and without a session: prices are those of the identity. */
  identityId?: number
  /** The sessions that calls of one page have read, by their header: they are the same visitor's, at the same moment. */
  sessions?: Map<string | null, Promise<Session | undefined>>
  /** For the log: the call's path with parameter names, set once the call is found. */
  route?: string
}

export type Caller = {
  request: Request
  locale: Locale
  address: string
  requestId: string | undefined
  now: Date
  /** The identity of the members for whom a kept page is rendered. There is no session then. */
  identityId: number | undefined
}

type Noting = {
  /** Writes to the log of security events: for calls that change passwords, sessions and roles. */
  note: NoteSecurity
  /** Writes to the audit log. The use case calls it inside its transaction. */
  audit: Audit
  /** Says what the log of a club's deeds cannot read from the request or the answer. */
  nameDeed: NameDeed
}

type Headed = { headers?: Record<string, string | string[]> | undefined }
type Reply<A extends Answers> = {
  [S in keyof A & number]: { status: S } & Headed &
    (A[S] extends Schema ? { body: z.input<A[S]> } : A[S] extends 'bytes' ? { body: BodyInit } : { body?: undefined })
}[keyof A & number]

/** What a handler answers with; the call's `answers` say which statuses and bodies fit. */
export function reply<const S extends number>(status: S): { status: S }
export function reply<const S extends number, B>(status: S, body: B, headers?: Headed['headers']): { status: S; body: B } & Headed
export function reply(status: number, body?: unknown, headers?: Headed['headers']): object {
  return { status, body, headers }
}

const meantForAnybody = new Set(['GET /api/AccountMember', 'POST /api/AccountMember/Act', 'POST /api/AccountMember/Logout'])

/**
 * A page that was open while its viewer changed for whom they act: what is read or pressed there is meant for another. `meant`: as whom it
 * shows them. Comes before what a role may call: the role may have ended, and the page does not know it.
 */
function whyNotMeant(access: Access, call: string, session: Session | undefined, meant?: string) {
  const isOfMember = (access === 'member' || access === 'community') && !meantForAnybody.has(call)
  return isOfMember && meant !== undefined && session && meant !== session.memberId ? { status: 409, code: 'acts_as_another' } : undefined
}

const texts = new WeakMap<object, string>()

/** A body that several callers get: it becomes text once, not once for each of them. It must not be changed afterwards. */
export function serialiseOnce<B extends object>(body: B): B {
  texts.set(body, JSON.stringify(body))
  return body
}

/** For a use case without a result: 204, or its refusal. */
export function done<R>(result: Result<unknown, R>): { status: 204 } | { ok: false; refusal: R } {
  return result.ok ? reply(204) : result
}

type Input<B extends Schema | undefined, Q extends Schema | undefined, P extends Schema | undefined, S> = Caller &
  Noting & {
    body: In<B>
    query: In<Q>
    params: In<P>
    session: S
  }

export type ApiOptions = {
  clock: Clock
  log: Log
  trustProxy: number
  /** The pages' own origin: it may differ from the API's (API_BASE). */
  pagesOrigin: string
  readSession: (request: Request, now: Date) => Promise<Session | undefined>
  writeAudit: WriteAudit
  /** Limits reading; absent: it is not limited. */
  takeReadTurn?: ReturnType<typeof openReadTurns>
  /** Where who did something for a club is written down after the call; without it nowhere. */
  db?: DbOrTrx
  /** Called after a call that wrote to the audit log, with the kinds of the subjects that it changed. */
  onAudited?(subjectKinds: ReadonlySet<string>): void
  /** In tests and development: an answer that its schema does not describe, and a deed of staff without a row in the audit log, are answered with 500. */
  checkAnswers: boolean
}

/** The API under construction. `add` registers a call for routing and for the OpenAPI document at once. */
export class Api {
  readonly app = new OpenAPIHono<{ Bindings: Connected | undefined }>()
  readonly options: ApiOptions
  /** Paths of the calls to which files are sent: their bodies may take longer. */
  readonly uploads = new Set<string>()
  constructor(options: ApiOptions) {
    this.options = options
    const acrossOrigins = cors({
      origin: (origin) => (origin === options.pagesOrigin ? origin : null),
      credentials: true,
      exposeHeaders: ['x-request-id', 'retry-after', 'content-disposition'],
      maxAge: 600,
    })
    this.app.use((c, next) => (c.req.raw.headers.has('origin') ? acrossOrigins(c, next) : next()))
    this.app.onError((error, c) => {
      const caller = this.callerOf(c.req.raw, c.env)
      // Thrown, not returned as a refusal: every use case that hashes a secret may meet a full queue.
      if (error instanceof TooBusy) return problemResponse(503, { code: 'busy', retryAfterSeconds: error.retryAfterSeconds }, caller)
      if (error instanceof DatabaseUnavailable) {
        options.log.warn({ err: error, requestId: caller.requestId, route: c.env?.route }, 'the database is unavailable')
        return problemResponse(503, { code: 'service_unavailable', retryAfterSeconds: comeBackAfter }, caller)
      }
      noteFailure(options.log, 'request', error, 'a call failed', { requestId: caller.requestId, route: c.env?.route })
      return problemResponse(500, { code: 'internal_error' }, caller)
    })
    this.app.notFound((c) => problemResponse(404, { code: 'no_such_call' }, this.callerOf(c.req.raw, c.env)))
  }

  add<
    A extends Answers,
    const X extends Access,
    B extends Schema | undefined = undefined,
    Q extends Schema | undefined = undefined,
    P extends Schema | undefined = undefined,
    R extends Refusal = never,
  >(
    spec: CallSpec<B, Q, P, A, R> & { access: X },
    handle: (input: Input<B, Q, P, X extends 'public' ? Session | undefined : Session>) => Promise<Reply<A> | { ok: false; refusal: R }>,
  ): void {
    describeCall(this.app.openAPIRegistry, spec)
    if (spec.multipart) this.uploads.add(spec.path)
    const call = `${spec.method.toUpperCase()} ${spec.path}`
    this.app.on(spec.method.toUpperCase(), spec.path.replaceAll(/\{(\w+)\}/g, ':$1'), async (c) => {
      const caller = this.callerOf(c.req.raw, c.env)
      if (c.env) c.env.route = spec.path
      const note = openSecurityLog(this.options.log, caller, call)
      // Plain forms may legitimately come from another origin, such as a payment provider's: their handlers check.
      if (spec.method !== 'get' && !spec.form && !spec.raw && isFromForeignPage(c.req.raw, this.options.pagesOrigin)) {
        note('foreign_origin', null)
        return problemResponse(403, { code: 'foreign_origin' }, caller)
      }
      const session = asVisitor(spec.access, await this.sessionOf(caller, c.env))
      const barred = this.whyNotNow(spec, call, session, caller, c.env?.isForAll)
      if (barred) return problemResponse(barred.status, barred.refusal, caller)

      // PostgreSQL's text refuses NUL.
      if (c.req.url.includes('%00')) return problemResponse(404, { code: 'not_found' }, caller)
      const params = spec.params?.safeParse(c.req.param())
      if (params && !params.success) return problemResponse(404, { code: 'not_found' }, caller)
      const query = spec.query?.safeParse(c.req.query())
      if (query && !query.success)
        return problemResponse(422, { code: 'invalid_query', errors: fieldErrors(query.error, caller.locale) }, caller)
      const json = spec.body ? await readJson(c.req.raw) : { value: undefined }
      if ('refusal' in json) return problemResponse(jsonStatus[json.refusal], { code: json.refusal }, caller)
      const body = spec.body?.safeParse(json.value)
      if (body && !body.success)
        return problemResponse(422, { code: 'invalid_body', errors: fieldErrors(body.error, caller.locale) }, caller)

      const audited = new Set<string>()
      const audit = bindAudit(this.auditNoting(audited), session, caller, call)
      const named: SaidOfDeed = {}
      const noting: Noting = { note, audit, nameDeed: (said) => void Object.assign(named, said) }
      const input = { ...caller, ...noting, session, body: body?.data, query: query?.data, params: params?.data }
      const answer = await handle(input as Parameters<typeof handle>[0])
      // Reading changes nothing but the log itself.
      if (audited.size > 0) this.options.onAudited?.(spec.method === 'get' ? new Set() : audited)
      if ('ok' in answer) {
        const status = (spec.refusals as Record<string, number> | undefined)?.[answer.refusal.code]
        if (status === undefined) throw new Error(`${spec.path} refuses with ${answer.refusal.code}, which has no status`)
        return problemResponse(status, answer.refusal, caller)
      }
      if (this.options.checkAnswers && audited.size === 0 && needsAudit(call, spec.access))
        throw new Error(`${call} was done without a row in the audit log (http/require-audit.ts)`)
      await noteClubDeed(this.options, { session, call, from: caller, said: [answer.body, body?.data], named })
      return this.respond(spec, answer)
    })
  }

  /** Writes to the audit log, and adds the kinds of the subjects to `audited`. */
  private auditNoting(audited: Set<string>): WriteAudit {
    return async (trx, source, entry) => {
      await this.options.writeAudit(trx, source, entry)
      audited.add(entry.subject.kind)
    }
  }

  /** Why the call is refused: it was meant for another account (`x-acts-as`), the session may not make it, or its turns for reading are used up. */
  private whyNotNow(spec: Reading & { access: Access }, call: string, session: Session | undefined, caller: Caller, isForAll = false) {
    const meant = caller.request.headers.get(actsAsHeader) ?? undefined
    const barred = whyNotMeant(spec.access, call, session, meant) ?? whyNotAllowed(spec.access, session, call)
    if (session && Array.isArray(spec.access)) noteRole(this.options.log, caller, call, session, barred === undefined)
    if (barred) return { status: barred.status, refusal: { code: barred.code } }
    const wait = isReading(spec) && !isForAll ? this.options.takeReadTurn?.(session, caller.address) : undefined
    return wait && { status: 429, refusal: { code: 'too_many_requests', ...wait } }
  }

  private sessionOf({ request, now }: Caller, told: Connected | undefined): Promise<Session | undefined> {
    const token = request.headers.get('authorization')
    const found = told?.sessions?.get(token) ?? this.options.readSession(request, now)
    told?.sessions?.set(token, found)
    return found
  }

  private respond(spec: { path: string; answers: Answers }, given: { status: number; body?: unknown } & Headed): Response {
    const headers = new Headers({ 'cache-control': 'no-store' })
    for (const [name, value] of Object.entries(given.headers ?? {})) {
      headers.delete(name)
      for (const one of [value].flat()) headers.append(name, one)
    }
    const schema = spec.answers[given.status]
    if (schema === 'bytes') return new Response(given.body as BodyInit, { status: given.status, headers })
    if (!schema) return new Response(null, { status: given.status, headers })
    if (this.options.checkAnswers) checkAnswer(spec.path, schema, given.body)
    if (!headers.has('content-type')) headers.set('content-type', 'application/json')
    return new Response(texts.get(given.body as object) ?? JSON.stringify(given.body), { status: given.status, headers })
  }

  callerOf(request: Request, told: Connected | undefined): Caller {
    const { headers } = request
    return {
      request,
      locale: pickLocale('/', undefined, headers.get('accept-language')),
      address: clientAddress(
        headers.get('x-forwarded-for'),
        (told?.peer ?? headers.get('x-fieldhouse-peer')) || 'unknown',
        this.options.trustProxy,
      ),
      requestId: told?.requestId ?? headers.get('x-request-id') ?? undefined,
      now: this.options.clock.now(),
      identityId: told?.identityId,
    }
  }
}
