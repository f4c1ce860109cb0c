import { describe, expect, it } from 'vitest'
import { isGuessable } from './judge-secret.ts'

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

it('judging a secret is fast, whatever its length and characters', async () => {
  await isGuessable('warm up', centre)
  const odd = ['aB3$', '4@8({[<369!1|0$57%2', '20260101', '1q2w3e4r5t', 'password'].map((piece) => piece.repeat(32).slice(0, 128))
  const begun = performance.now()
  for (const secret of odd) await isGuessable(secret, [...centre, ...amy])
  // Some milliseconds each; the whole length at the library's own settings takes a hundred times as long.
  expect((performance.now() - begun) / odd.length).toBeLessThan(150)
})
