type Operation = {
  summary?: string
  'x-access'?: string | string[]
  requestBody?: { content?: Record<string, { schema?: unknown }> }
  parameters?: unknown[]
  responses?: Record<string, { description?: string; content?: Record<string, { schema?: unknown }> }>
  tags?: string[]
}
type OpenApi = {
  info: { title: string; description?: string }
  paths?: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, unknown> }
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
const code = (value: unknown) => `<pre tabindex="0">${escape(JSON.stringify(value, null, 2))}</pre>`

/** The OpenAPI document as an HTML page without scripts, so that it needs no exception in the Content-Security-Policy. */
export function docsPage(document: OpenApi, nonce: string): string {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const tags = [...new Set(operations.map(({ operation }) => operation.tags?.[0] ?? ''))]
  const list = (tag: string) => operations.filter(({ operation }) => operation.tags?.[0] === tag)
  return `<!doctype html>
<html lang="en-GB">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escape(document.info.title)}</title><style nonce="${nonce}">${style}</style></head>
<body>
<header><h1>${escape(document.info.title)}</h1><p>${escape(document.info.description ?? '')}</p><p><a href="/api/openapi.json">openapi.json</a></p></header>
<nav aria-label="Groups"><ul>${tags.map((tag) => `<li><a href="#${escape(tag)}">${escape(tag)}</a></li>`).join('')}</ul></nav>
<main>
${tags.map((tag) => `<section><h2 id="${escape(tag)}">${escape(tag)}</h2>${list(tag).map(entry).join('\n')}</section>`).join('\n')}
<section><h2 id="schemas">Schemas</h2>${Object.entries(document.components?.schemas ?? {})
    .map(([name, schema]) => `<details><summary>${escape(name)}</summary>${code(schema)}</details>`)
    .join('\n')}</section>
</main>
</body>
</html>`
}

function entry({ path, method, operation }: { path: string; method: string; operation: Operation }): string {
  const access = [operation['x-access'] ?? []].flat().join(', ')
  const body = Object.entries(operation.requestBody?.content ?? {}).map(
    ([type, { schema }]) => `<h3>Takes ${escape(type)}</h3>${code(schema)}`,
  )
  const parameters = operation.parameters?.length ? [`<h3>Parameters</h3>${code(operation.parameters)}`] : []
  const answers = Object.entries(operation.responses ?? {}).map(([status, answer]) => {
    const schema = answer.content?.['application/json']?.schema
    return `<h3>${status} <small>${escape(answer.description ?? '')}</small></h3>${schema ? code(schema) : ''}`
  })
  return `<details><summary><b class="${method}">${method.toUpperCase()}</b> <code>${escape(path)}</code> <span>${escape(operation.summary ?? '')}</span> <em>${escape(access)}</em></summary>${[...parameters, ...body, ...answers].join('')}</details>`
}

const style = `
:root{color-scheme:light dark;--ink:#23281c;--paper:#fbf9f4;--line:#ddd8c8;--green:#3c6b16;--soft:#f1eee3}
@media (prefers-color-scheme:dark){:root{--ink:#eceadf;--paper:#171a12;--line:#3a3f30;--green:#a8d672;--soft:#20241a}}
body{margin:0 auto;max-width:62rem;padding:1rem;font:1rem/1.5 system-ui,"Noto Sans TC",sans-serif;color:var(--ink);background:var(--paper)}
a{color:var(--green)} nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;list-style:none;padding:0}
nav a{display:inline-block;padding:.5rem 0}
details{border:1px solid var(--line);border-radius:.5rem;margin:.5rem 0;overflow:hidden}
summary{cursor:pointer;padding:.75rem 1rem;background:var(--soft);overflow-wrap:anywhere}
summary b{color:var(--green)} summary span{margin-inline:.5rem} summary em{font-size:.875rem;opacity:.85}
h3{margin:.75rem 1rem .25rem;font-size:1rem} h3 small{font-weight:400;overflow-wrap:anywhere}
pre{margin:0 1rem .75rem;padding:.75rem;overflow:auto;background:var(--soft);border-radius:.375rem;font-size:.8125rem}
`
