import type { Clock } from '#lib/clock.ts'
import { pickLocale, type Locale } from '#i18n/locale.ts'
import { OpenAPIHono, z } from '@hono/zod-openapi'
import { clientAddress } from './client-address.ts'
import { fieldErrors } from './field-errors.ts'
import type { Log } from './log.ts'
import { Problem, problemResponse, type Refusal } from './problem.ts'
import { whyNotAllowed, type Access, type Session } from './session.ts'

type Schema = z.ZodType
/** A call answers JSON by a schema, nothing (null), or bytes that it writes itself ('bytes'). */
type Answers = Record<number, Schema | null | 'bytes'>
type In<S extends Schema | undefined> = S extends Schema ? z.output<S> : undefined

type CallSpec<B extends Schema | undefined, Q extends Schema | undefined, P extends Schema | undefined, A extends Answers, R extends Refusal> = {
  method: 'get' | 'post' | 'put' | 'delete'
  /** Written whole, so that searching for the URL finds the handler. Parameters as {id}. */
  path: string
  summary: string
  access: Access
  body?: B
  query?: Q
  params?: P
  /** A body that the handler reads itself, as a stream. */
  multipart?: Schema
  answers: A
  refusals?: Record<R['code'], number>
}

export type Caller = {
  request: Request
  locale: Locale
  address: string
  requestId: string | undefined
  now: Date
}

type Reply<A extends Answers> = {
  [S in keyof A & number]: { status: S; headers?: Record<string, string | string[]> } & (A[S] extends Schema ? { body: z.input<A[S]> } : A[S] extends 'bytes' ? { bytes: BodyInit } : object)
}[keyof A & number]

type Input<B extends Schema | undefined, Q extends Schema | undefined, P extends Schema | undefined, S> = Caller & { body: In<B>; query: In<Q>; params: In<P>; session: S }

export type ApiOptions = {
  clock: Clock
  log: Log
  trustProxy: number
  readSession: (request: Request, now: Date) => Promise<Session | undefined>
  /** In tests and development: an answer that its schema does not describe is a bug, and is answered with 500. */
  checkAnswers: boolean
}

/** The API under construction. `add` registers a call for routing and for the OpenAPI document at once. */
export class Api {
  readonly app = new OpenAPIHono()
  readonly options: ApiOptions

  constructor(options: ApiOptions) {
    this.options = options
    this.app.onError((error, c) => {
      const caller = this.callerOf(c.req.raw)
      options.log.error({ err: error, requestId: caller.requestId, path: c.req.path }, 'a call failed')
      return problemResponse(500, { code: 'internal_error' }, caller)
    })
    this.app.notFound((c) => problemResponse(404, { code: 'no_such_call' }, this.callerOf(c.req.raw)))
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
    this.describe(spec)
    this.app.on(spec.method.toUpperCase(), spec.path.replaceAll(/\{(\w+)\}/g, ':$1'), async (c) => {
      const caller = this.callerOf(c.req.raw)
      const session = await this.options.readSession(c.req.raw, caller.now)
      const barred = whyNotAllowed(spec.access, session)
      if (barred) return problemResponse(barred.status, { code: barred.code }, caller)

      const params = spec.params?.safeParse(c.req.param())
      if (params && !params.success) return problemResponse(404, { code: 'not_found' }, caller)
      const query = spec.query?.safeParse(c.req.query())
      if (query && !query.success) return problemResponse(422, { code: 'invalid_query', errors: fieldErrors(query.error, caller.locale) }, caller)
      const json = spec.body ? await readJson(c.req.raw) : undefined
      if (json === malformed) return problemResponse(400, { code: 'malformed_json' }, caller)
      const body = spec.body?.safeParse(json)
      if (body && !body.success) return problemResponse(422, { code: 'invalid_body', errors: fieldErrors(body.error, caller.locale) }, caller)

      const input = { ...caller, session, body: body?.data, query: query?.data, params: params?.data }
      const reply = await handle(input as Parameters<typeof handle>[0])
      if ('ok' in reply) {
        const status = (spec.refusals as Record<string, number> | undefined)?.[reply.refusal.code]
        if (status === undefined) throw new Error(`${spec.path} refuses with ${reply.refusal.code}, which has no status`)
        return problemResponse(status, reply.refusal, caller)
      }
      return this.respond(spec, reply)
    })
  }

  private respond(spec: { path: string; answers: Answers }, reply: { status: number; headers?: Record<string, string | string[]>; body?: unknown; bytes?: BodyInit }): Response {
    const headers = new Headers({ 'cache-control': 'no-store' })
    for (const [name, value] of Object.entries(reply.headers ?? {})) {
      headers.delete(name)
      for (const one of [value].flat()) headers.append(name, one)
    }
    const schema = spec.answers[reply.status]
    if (schema === 'bytes') return new Response(reply.bytes, { status: reply.status, headers })
    if (!schema) return new Response(null, { status: reply.status, headers })
    if (this.options.checkAnswers) checkAnswer(spec.path, schema, reply.body)
    if (!headers.has('content-type')) headers.set('content-type', 'application/json')
    return new Response(JSON.stringify(reply.body), { status: reply.status, headers })
  }

  private callerOf(request: Request): Caller {
    const { headers } = request
    return {
      request,
      locale: pickLocale('/', undefined, headers.get('accept-language')),
      address: clientAddress(headers.get('x-forwarded-for'), headers.get('x-fieldhouse-peer') ?? 'unknown', this.options.trustProxy),
      requestId: headers.get('x-request-id') ?? undefined,
      now: this.options.clock.now(),
    }
  }

  private describe(spec: CallSpec<Schema | undefined, Schema | undefined, Schema | undefined, Answers, Refusal>): void {
    const problem = (description: string) => ({ description, content: { 'application/problem+json': { schema: Problem } } })
    const responses: Record<string, object> = {}
    for (const [status, schema] of Object.entries(spec.answers)) {
      responses[status] =
        schema === null ? { description: 'Done' } : schema === 'bytes' ? { description: 'The bytes', content: { '*/*': { schema: z.any() } } } : { description: 'Done', content: { 'application/json': { schema } } }
    }
    const codes = new Map<number, string[]>()
    const note = (status: number, code: string) => codes.set(status, [...(codes.get(status) ?? []), code])
    if (spec.access !== 'public') note(401, 'not_logged_in')
    if (spec.access === 'community') note(403, 'community_only')
    if (Array.isArray(spec.access)) note(403, 'staff_only')
    if (spec.params) note(404, 'not_found')
    if (spec.query) note(422, 'invalid_query')
    if (spec.body) note(422, 'invalid_body')
    for (const [code, status] of Object.entries(spec.refusals ?? {})) if (!codes.get(status as number)?.includes(code)) note(status as number, code)
    for (const [status, list] of codes) responses[status] = problem(list.join(', '))

    this.app.openAPIRegistry.registerPath({
      method: spec.method,
      path: spec.path,
      summary: spec.summary,
      tags: [spec.path.split('/')[2]!],
      ...(spec.access === 'public' ? {} : { security: [{ bearer: [] }] }),
      'x-access': Array.isArray(spec.access) ? [...spec.access] : spec.access,
      request: {
        ...(spec.body ? { body: { required: true, content: { 'application/json': { schema: spec.body } } } } : {}),
        ...(spec.multipart ? { body: { required: true, content: { 'multipart/form-data': { schema: spec.multipart } } } } : {}),
        ...(spec.query ? { query: spec.query as z.ZodObject } : {}),
        ...(spec.params ? { params: spec.params as z.ZodObject } : {}),
      },
      responses,
    })
  }
}

const malformed = Symbol('malformed')
const largestJson = 1_000_000

async function readJson(request: Request): Promise<unknown> {
  if (Number(request.headers.get('content-length') ?? 0) > largestJson) return malformed
  const raw = await request.text().catch(() => '')
  if (raw.trim() === '') return {}
  try {
    return JSON.parse(raw)
  } catch {
    return malformed
  }
}

/** Every field that goes out is described, and everything described fits. */
function checkAnswer(path: string, schema: Schema, body: unknown): void {
  const sent: unknown = JSON.parse(JSON.stringify(body))
  const parsed = schema.safeParse(sent)
  if (!parsed.success) throw new Error(`${path} answers what its schema does not allow: ${parsed.error.message}`)
  const known = JSON.stringify(sortKeys(parsed.data))
  const given = JSON.stringify(sortKeys(sent))
  if (known !== given) throw new Error(`${path} answers a field that its schema does not know: ${given}`)
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, inner]) => [key, sortKeys(inner)]))
}
