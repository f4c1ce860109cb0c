import type { Locator } from '@playwright/test'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from './journey.ts'

export type Count = { taps: number; fields: number }

/** Counts what a person does: presses, and fields that are filled in. */
export function counting() {
  const count: Count = { taps: 0, fields: 0 }
  return {
    count,
    tap: async (what: Locator) => {
      await what.tap()
      count.taps++
    },
    type: async (what: Locator, text: string) => {
      await what.fill(text)
      count.fields++
    },
    tapped: () => void count.taps++,
  }
}

const page = fileURLToPath(new URL('../docs/taps.md', import.meta.url))

/** Holds a count against the row of its task in docs/taps.md. With WRITE_TAPS the row is written instead: `WRITE_TAPS=1 npm test -- taps`. */
export function expectAsWritten(task: string, { taps, fields }: Count): void {
  const text = readFileSync(page, 'utf8')
  const row = text.split('\n').find((line) => line.startsWith(`| ${task} |`))
  expect(row, `a row for “${task}” in docs/taps.md`).toBeDefined()
  const cells = row!.split('|')
  const [written, counted] = [row, [...cells.slice(0, 2), ` ${taps} `, ` ${fields} `, ...cells.slice(4)].join('|')]
  if (process.env['WRITE_TAPS']) writeFileSync(page, text.replace(row!, counted))
  else expect(counted, 'counted, and written in docs/taps.md').toBe(written)
}
