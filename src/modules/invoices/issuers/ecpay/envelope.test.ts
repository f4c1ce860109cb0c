import { expect, it } from 'vitest'
import { openSealed, sealJson } from '#lib/sealed-json.ts'
import vectors from './vectors.json' with { type: 'json' }

const keys = { hashKey: vectors.keys.HashKey, hashIv: vectors.keys.HashIV }

it.each([vectors.barcode, vectors.own_special])('encrypts as ECPay does: $json', ({ json, Data }) => {
  expect(sealJson(json, keys)).toBe(Data)
  expect(openSealed(Data, keys)).toEqual(JSON.parse(json))
})

it('opens nothing that was encrypted with other keys, cut off, or made up', () => {
  const { Data } = vectors.barcode
  expect(openSealed(Data, { ...keys, hashKey: 'another key 1234' })).toBeUndefined()
  expect(openSealed(Data.slice(0, 40), keys)).toBeUndefined()
  expect(openSealed('rubbish', keys)).toBeUndefined()
})
