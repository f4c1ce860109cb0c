import { compile, type JSONSchema } from 'json-schema-to-typescript'

type Content = Record<string, { schema: JSONSchema }>
type Operation = {
  operationId: string
  parameters?: { name: string; in: string; required?: boolean; schema: JSONSchema }[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}
export type ApiDocument = { paths: Record<string, Record<string, Operation>>; components: { schemas: Record<string, JSONSchema> } }

const object = (properties: Record<string, JSONSchema>, required = Object.keys(properties)): JSONSchema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})
const first = (content: Content = {}): JSONSchema => Object.values(content)[0]?.schema ?? { type: 'null' }

/** Generates TypeScript types of the API for clients: `Api[operationId]` has `body`, `query` and `answers` by status. */
export async function generateApiTypes(document: ApiDocument): Promise<string> {
  const moved = JSON.parse(JSON.stringify(document).replaceAll('#/components/schemas/', '#/definitions/')) as ApiDocument
  const operations = Object.values(moved.paths)
    .flatMap((methods) => Object.values(methods))
    .map(({ operationId, parameters = [], requestBody, responses }) => {
      const query = parameters.filter((one) => one.in === 'query')
      const parts = {
        ...(requestBody && { body: first(requestBody.content) }),
        ...(query.length > 0 && {
          query: object(
            Object.fromEntries(query.map(({ name, schema }) => [name, schema])),
            query.filter((one) => one.required).map(({ name }) => name),
          ),
        }),
        answers: object(Object.fromEntries(Object.entries(responses).map(([status, { content }]) => [status, first(content)]))),
      }
      return [operationId, object(parts)] as const
    })
  const schema = { ...object(Object.fromEntries(operations)), title: 'Api', definitions: moved.components.schemas }
  return compile(schema, 'Api', { bannerComment: '', format: false })
}
