import { expect, it } from 'vitest'
import { openQuery, sealQuery } from './post-data.ts'
import vectors from './vectors.json' with { type: 'json' }

const keys = { hashKey: vectors.keys.HashKey, hashIv: vectors.keys.HashIV }

it('encrypts as the manual does', () => {
  const { plain, TradeInfo } = vectors.request
  expect(sealQuery(plain, keys)).toBe(TradeInfo)
  expect(openQuery(TradeInfo, keys)).toBe(plain)
})

it('opens what is padded to 32 bytes', () => {
  const { hex, plain } = vectors.padded_to_32_must_decrypt
  expect(openQuery(hex, keys)).toBe(plain)
})

it('opens nothing of other keys, cut off, or made up', () => {
  const { TradeInfo } = vectors.request
  expect(openQuery(TradeInfo, { ...keys, hashIv: 'another iv 12345' })).not.toBe(vectors.request.plain)
  expect(openQuery(TradeInfo.slice(0, 50), keys)).toBeUndefined()
  expect(openQuery('rubbish', keys)).toBeUndefined()
})
