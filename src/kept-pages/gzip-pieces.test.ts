import fc from 'fast-check'
import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { compressAround, fillGzip, fillPlain } from './gzip-pieces.ts'

const gaps = ['gap0gap', 'gap1gap']
const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('', 'x'.repeat(65_535), '羽'.repeat(30_000)))

it('a text with values in its gaps is what it would be without compression, whatever their number, places and lengths', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(text, fc.constantFrom(...gaps)), { maxLength: 8 }), fc.array(fc.tuple(text, text)), (parts, answers) => {
      const gapped = compressAround(parts.join('|'), gaps)
      for (const values of answers) {
        const whole = parts.map((part) => values[gaps.indexOf(part)] ?? part).join('|')
        expect(gunzipSync(fillGzip(gapped, values)).toString()).toBe(whole)
        expect(fillPlain(gapped, values).toString()).toBe(whole)
      }
    }),
    { numRuns: 60 },
  )
})
