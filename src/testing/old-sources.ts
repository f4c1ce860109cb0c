import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const db = join(import.meta.dirname, '../db')

/** A folder for `migrate` with the migrations before a number. Of the functions, only those that the migrations themselves use. */
export function sourcesBefore(number: string): string {
  const home = mkdtempSync(join(tmpdir(), `fieldhouse-before-${number}-`))
  for (const folder of ['migrations', 'functions', 'views']) mkdirSync(join(home, folder))
  for (const file of readdirSync(join(db, 'migrations')))
    if (file < number) cpSync(join(db, 'migrations', file), join(home, 'migrations', file))
  for (const file of readdirSync(join(db, 'functions'))) {
    const text = readFileSync(join(db, 'functions', file), 'utf8')
    if (/\bimmutable\b/i.test(text)) writeFileSync(join(home, 'functions', file), text)
  }
  return home
}
