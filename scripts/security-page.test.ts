import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** docs/security.md claims a share of OWASP ASVS 5.0: the claim is counted from its own list, and what it points at exists. */
const page = readFileSync('docs/security.md', 'utf8')

const rows = [...page.matchAll(/^\| (\d+)\.(\d+)\.(\d+)(?:–\d+\.\d+\.(\d+))? \| ([12]) \| \**([a-z/ ]+?)\** \| (.+) \|$/gm)].map(
  ([, chapter, section, first, last = first, level, verdict, words]) => ({
    ids: Array.from({ length: Number(last) - Number(first) + 1 }, (_, n) => `${chapter}.${section}.${Number(first) + n}`),
    level,
    verdict: verdict!,
    words: words!,
  }),
)
const count = (verdict: string) => rows.filter((row) => row.verdict === verdict).reduce((sum, row) => sum + row.ids.length, 0)

describe('the security page', () => {
  it('lists each of the 253 requirements of levels 1 and 2 once', () => {
    const ids = rows.flatMap((row) => row.ids)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toHaveLength(253)
    expect(rows.filter((row) => row.level === '1').reduce((sum, row) => sum + row.ids.length, 0)).toBe(70)
  })

  it('counts what it claims, and claims at least 85 %', () => {
    const [met, missing, operator, absent] = ['met', 'not met', 'operator', 'n/a'].map(count) as [number, number, number, number]
    expect(met + missing + operator + absent).toBe(253)
    const applies = met + missing + operator
    const share = Math.floor((met * 100) / applies)
    expect(page).toContain(`${met} met, ${missing} not met, ${operator} are the operator's, ${absent} are about things`)
    expect(page).toContain(`Of the ${applies} that apply, ${met} are met: ${share} %.`)
    expect(share).toBeGreaterThanOrEqual(85)
    expect(readFileSync('docs/claims.md', 'utf8')).toContain(`levels 1 and 2: ${met} of the ${applies} requirements that apply are met`)
  })

  it('points at files that exist', () => {
    const paths = [...page.matchAll(/`((?:src|scripts|docs|e2e|bench)\/[\w./-]+)`|\b(docs\/[\w/-]+\.md)\b/g)].map(
      (match) => match[1] ?? match[2]!,
    )
    expect(paths.length).toBeGreaterThan(30)
    expect(paths.filter((path) => !existsSync(path))).toEqual([])
  })
})
