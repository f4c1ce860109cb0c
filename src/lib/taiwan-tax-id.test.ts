import { expect, it } from 'vitest'
import { isTaxId } from './taiwan-tax-id.ts'

it.each(['04595257', '04595252', '10458575', '10458570', '10458574', '12345670', '12345675', '12345676', '22099131'])(
  '%s can be the number of a business',
  (text) => expect(isTaxId(text)).toBe(true),
)

it.each(['12345672', '12345678', '04595253', '00000000', '1234567', '123456769', '', '1234567a', '１２３４５６７５'])('%s cannot', (text) =>
  expect(isTaxId(text)).toBe(false),
)
