import type { CheckLinesAnswer, LineBody } from '#modules/preorders/wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { linesCheckQuery } from './preorder-queries.ts'
import { lineKey, countDates } from './wish-dates.ts'

export type CheckedLines = {
  lineOf(line: LineBody): CheckLinesAnswer['lines'][number] | undefined
  courtOf(venue2ndId: number): string
  problems: CheckLinesAnswer['problems']
  /** Problem of a suspension, with its end. */
  suspended: CheckLinesAnswer['problems'][number] | undefined
  /** How many dates the lines ask for, without closed days. */
  dates: number
  /** Periods in the fullest week, including those already held; undefined until the server has answered. */
  fullestWeek: number | undefined
  /** Total of all current lines; undefined until the server has answered. */
  amount: number | undefined
  refetch(): Promise<unknown>
}

/** The server's review of the lines: shortly after each change, and now and then while the page is open. */
export function useLinesCheck(lines: LineBody[], of: { orderNo: string | undefined; roundId: number }): CheckedLines {
  const asked = useSettled(lines, 250)
  const { data, refetch } = useQuery(linesCheckQuery(useApi(), asked, of))
  const known = data
  const answers = new Map(known?.lines.map((line, n) => [lineKey(line), known.answer.lines[n]]))
  const upToDate = known !== undefined && lines.every((line) => answers.has(lineKey(line))) && known.lines.length === lines.length
  const names = useCourtNames(known)
  return {
    lineOf: (line) => answers.get(lineKey(line)),
    courtOf: (id) => names.get(id) ?? '',
    problems: upToDate ? known.answer.problems : [],
    suspended: known?.answer.problems.find(({ code }) => code === 'suspended'),
    dates: countDates(lines, (line) => answers.get(lineKey(line))?.leftOut ?? []),
    fullestWeek: upToDate ? known.answer.fullestWeek : undefined,
    amount: lines.length === 0 ? 0 : upToDate ? known.answer.amount : undefined,
    refetch,
  }
}

/** Court names of earlier answers, so that a changed line keeps its name while it is reviewed. */
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

/** The debounced value: the last one that has not changed for `ms`. */
function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
