import { describe, expect, it } from 'vitest'
import { isGuessable } from './secrets.ts'

const centre = ['fieldhouse', '場館預約', '青禾運動園區', 'Qinghe Sports Park', '羽球館', 'badminton']
const amy = ['林小美', 'amy.lin88', 'amy.lin88@example.com', '0912345678']

describe('a secret that is easy to guess', () => {
  it.each([
    ['one character again and again', 'aaaaaaaaaa'],
    ['the same for as long as may be', 'x'.repeat(128)],
    ['a picture again and again', '🏸'.repeat(10)],
    ['digits in a row', '1234567890'],
    ['letters in a row', 'abcdefghijkl'],
    ['a walk over the keyboard', 'qwertyuiop'],
    ['a common one', 'password123'],
    ['a common one in disguise', 'P@ssw0rd123'],
    ['a common one, twice', 'iloveyouiloveyou'],
    ['the account', 'amy.lin88'.padEnd(10, '8')],
    ['the address', 'amy.lin88@example.com'],
    ['a part of the address with a year', 'amylin88-2026'],
    ['the name', '林小美林小美林小美林'],
    ['the mobile', '0912345678'],
    ['name and mobile', '林小美0912345678'],
    ['the centre with a year', 'fieldhouse2026'],
    ['the published secret of the demo', 'fieldhouse-demo'],
    ['the centre’s Chinese name', '青禾運動園區青禾運動園區'],
    ['its sport with a year', 'Badminton2026'],
  ])('is %s: %s', async (_, secret) => expect(await isGuessable(secret, [...centre, ...amy])).toBe(true))
})

describe('a secret that is hard to guess', () => {
  it.each([
    ['a few words', 'quiet otters row upstream'],
    ['words with the own name among them', 'amy rows upstream with otters'],
    ['a sentence', '我家的貓每天早上吵我起床'],
    ['random characters', 'kJ8#mP2$vL'],
    ['what a password manager makes', 'gT4-xQv9-mZ2p-Lw7d-Ry3k'.repeat(5)],
  ])('is %s', async (_, secret) => expect(await isGuessable(secret, [...centre, ...amy])).toBe(false))
})

it('a secret is judged by its first forty characters, because the work grows much faster than the length', async () => {
  const strong = 'gT4-xQv9-mZ2p-Lw7d-Ry3k-hN6s-bV8f-cJ5q-w'
  expect(strong).toHaveLength(40)
  expect(await isGuessable('x'.repeat(40) + strong, [])).toBe(true)
  expect(await isGuessable('x'.repeat(20) + strong, [])).toBe(false)
})
