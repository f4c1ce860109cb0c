import type { CheckLinesAnswer, LineBody } from '#modules/preorders/wire.ts'
import { useApi } from '#ui/accounts/member-queries.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { linesCheckQuery } from './preorder-queries.ts'
import { lineKey, openDates } from './wish-dates.ts'

export type CheckedLines = {
  lineOf(line: LineBody): CheckLinesAnswer['lines'][number] | undefined
  courtOf(venue2ndId: number): string
  problems: CheckLinesAnswer['problems']
  /** No new dates for now, and until when. */
  suspended: CheckLinesAnswer['problems'][number] | undefined
  /** How many dates the lines ask for, without closed days. */
  dates: number
  /** Periods in the fullest week, with what is held already; undefined while that is being asked. */
  fullestWeek: number | undefined
  /** Of all lines as they are now; undefined while that is being asked. */
  amount: number | undefined
  refetch(): Promise<unknown>
}

/** What the server says to the lines as they are: a moment after each change, and now and then while somebody thinks it over. */
export function useLinesCheck(lines: LineBody[], orderNo: string | undefined): CheckedLines {
  const asked = useSettled(lines, 250)
  const { data, refetch } = useQuery(linesCheckQuery(useApi(), asked, orderNo))
  const known = data
  const answers = new Map(known?.lines.map((line, n) => [lineKey(line), known.answer.lines[n]]))
  const upToDate = known !== undefined && lines.every((line) => answers.has(lineKey(line))) && known.lines.length === lines.length
  const names = useCourtNames(known)
  return {
    lineOf: (line) => answers.get(lineKey(line)),
    courtOf: (id) => names.get(id) ?? '',
    problems: upToDate ? known.answer.problems : [],
    suspended: known?.answer.problems.find(({ code }) => code === 'suspended'),
    dates: openDates(lines, (line) => answers.get(lineKey(line))?.leftOut ?? []),
    fullestWeek: upToDate ? known.answer.fullestWeek : undefined,
    amount: lines.length === 0 ? 0 : upToDate ? known.answer.amount : undefined,
    refetch,
  }
}

/** While a changed line is asked about, it keeps its name. */
function useCourtNames(known: { lines: LineBody[]; answer: CheckLinesAnswer } | undefined): ReadonlyMap<number, string> {
  const [names, setNames] = useState<ReadonlyMap<number, string>>(new Map())
  const fresh = known?.lines.flatMap(({ venue2ndId }, n) => {
    const name = known.answer.lines[n]?.venue2ndName
    return name && names.get(venue2ndId) !== name ? [[venue2ndId, name] as const] : []
  })
  if (!fresh || fresh.length === 0) return names
  const next = new Map([...names, ...fresh])
  setNames(next)
  return next
}

/** The value as it was when it last stood still. */
function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
