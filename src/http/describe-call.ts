import { z, type OpenAPIHono } from '@hono/zod-openapi'
import { Problem } from './problem.ts'
import type { Access } from './session.ts'

type Described = {
  method: 'get' | 'post' | 'put' | 'delete'
  path: string
  summary: string
  access: Access
  reads?: boolean | undefined
  body?: z.ZodType | undefined
  query?: z.ZodType | undefined
  params?: z.ZodType | undefined
  multipart?: z.ZodType | undefined
  form?: z.ZodType | undefined
  raw?: z.ZodType | undefined
  answers: Record<number, z.ZodType | null | 'bytes'>
  refusals?: Record<string, number> | undefined
}

export type Reading = { method: string; reads?: boolean | undefined }
/** Whether a call takes a turn for reading. */
export const isReading = ({ method, reads = method === 'get' }: Reading): boolean => reads

/** The entry of a call in the OpenAPI document, from the same schemas that validate it. */
export function describeCall(registry: OpenAPIHono['openAPIRegistry'], spec: Described): void {
  registry.registerPath({
    method: spec.method,
    path: spec.path,
    operationId: operationIdOf(spec),
    summary: spec.summary,
    tags: [spec.path.split('/')[2]!],
    security: spec.access === 'public' ? [] : [{ bearer: [] }],
    ...(isReading(spec) ? { 'x-reads': true } : {}),
    'x-access': typeof spec.access === 'string' ? spec.access : [...spec.access],
    request: {
      ...(spec.body ? { body: { required: true, content: { 'application/json': { schema: spec.body } } } } : {}),
      ...(spec.multipart ? { body: { required: true, content: { 'multipart/form-data': { schema: spec.multipart } } } } : {}),
      ...(spec.form ? { body: { required: true, content: { 'application/x-www-form-urlencoded': { schema: spec.form } } } } : {}),
      ...(spec.raw
        ? {
            body: {
              required: true,
              content: { 'application/json': { schema: spec.raw }, 'application/x-www-form-urlencoded': { schema: spec.raw } },
            },
          }
        : {}),
      ...(spec.query ? { query: spec.query as z.ZodObject } : {}),
      ...(spec.params ? { params: spec.params as z.ZodObject } : {}),
    },
    responses: { ...goodAnswers(spec), ...problems(spec) },
  })
}

/** The operationId, by which generated clients name their functions: GET /api/Order/{id} is getOrderById. */
export function operationIdOf({ method, path }: Pick<Described, 'method' | 'path'>): string {
  const words = path
    .replace(/^\/api\//, '')
    .replaceAll(/\{(\w+)\}/g, 'by/$1')
    .split(/[/_]/)
  return method + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

function goodAnswers({ answers }: Described) {
  const described = Object.entries(answers).map(([status, schema]) => {
    if (schema === null) return [status, { description: 'Done' }]
    if (schema === 'bytes') return [status, { description: 'The file', content: { '*/*': { schema: z.any() } } }]
    return [status, { description: 'Done', content: { 'application/json': { schema } } }]
  })
  return Object.fromEntries(described)
}

function problems(spec: Described) {
  const codes = new Map<number, Set<string>>()
  const note = (status: number, code: string) => codes.set(status, (codes.get(status) ?? new Set()).add(code))
  if (spec.access !== 'public') note(401, 'not_logged_in')
  if (spec.access !== 'public') note(403, 'second_step_required')
  if (spec.access === 'community') note(403, 'community_only')
  if (typeof spec.access !== 'string') note(403, 'staff_only')
  if (spec.method !== 'get' && !spec.form && !spec.raw) note(403, 'foreign_origin')
  if (isReading(spec)) note(429, 'too_many_requests')
  // Every call answers 404 to an address with a NUL.
  note(404, 'not_found')
  if (spec.query) note(422, 'invalid_query')
  if (spec.body)
    for (const [status, code] of [
      [400, 'malformed_json'],
      [413, 'body_too_large'],
      [415, 'unsupported_media_type'],
      [422, 'invalid_body'],
    ] as const)
      note(status, code)
  for (const [code, status] of Object.entries(spec.refusals ?? {})) note(status, code)
  note(503, 'service_unavailable')
  const content = { 'application/problem+json': { schema: Problem } }
  return Object.fromEntries([...codes].map(([status, list]) => [status, { description: [...list].join(', '), content }]))
}
