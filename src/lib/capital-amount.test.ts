import { expect, it } from 'vitest'
import { capitalAmount } from './capital-amount.ts'

it.each([
  [0, '零'],
  [5, '伍'],
  [10, '壹拾'],
  [300, '參佰'],
  [1_205, '壹仟貳佰零伍'],
  [10_000, '壹萬'],
  [10_050, '壹萬零伍拾'],
  [120_300, '壹拾貳萬零參佰'],
  [1_000_001, '壹佰萬零壹'],
  [20_030_400, '貳仟零參萬零肆佰'],
  [100_000_000, '壹億'],
  [300_050_000, '參億零伍萬'],
])('%i is %s', (amount, said) => expect(capitalAmount(amount)).toBe(said))
