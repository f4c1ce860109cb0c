import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { maxFileBytes } from '#modules/files/rules.ts'

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8')
/** The largest form of the product: ten documents of a club (B24), all at once. */
const largestForm = 10 * maxFileBytes

describe('the examples of a deployment', () => {
  it.each([
    ['deploy/nginx.conf', /client_max_body_size (\d+)m;/, 1024 * 1024],
    ['deploy/Caddyfile', /max_size (\d+)MB/, 1_000_000],
  ])('%s lets the largest form through', (path, size, unit) => {
    expect(Number(size.exec(read(path))?.[1]) * unit).toBeGreaterThan(largestForm)
  })

  it('pages hold event streams: more than the six connections of HTTP/1, and answered by the service itself in an outage', () => {
    expect(read('deploy/nginx.conf')).toMatch(/^\s*listen 443 ssl http2;$/m)
    const upstreams = /^\s*reverse_proxy (.*) \{$/m.exec(read('deploy/Caddyfile'))![1]!.split(' ')
    expect(/^\s*health_uri /m.test(read('deploy/Caddyfile'))).toBe(upstreams.length > 1)
  })

  it('the image holds packages that run, one Node, and the programs of a backup', () => {
    const image = read('Containerfile')
      .split(/^FROM /m)
      .at(-1)
    expect(read('Containerfile')).toContain('npm ci --omit=dev')
    expect(read('Containerfile')).toContain('rm -rf node_modules/node-linux-*')
    expect(image).toContain('COPY --from=packages /app/node_modules')
    expect(image).not.toMatch(/COPY --from=build \/app\/node_modules|COPY --from=build \/app \/app/)
    expect(read('Containerfile')).toContain('ARG CLIENT=postgresql-client')
    expect(read('docs/running.md')).toContain('exec fieldhouse node scripts/backup.ts')
  })
})
