/** A half-open stretch of time: `start` belongs to it, `end` does not. */
export type Period = { start: Date; end: Date }

export const minutes = ({ start, end }: Period): number => (end.getTime() - start.getTime()) / 60_000

export const overlaps = (a: Period, b: Period): boolean => a.start < b.end && b.start < a.end

/** PostgreSQL's spelling of a range, as the driver hands it over: ["2026-11-15 11:00:00+00","…") */
export function periodFrom(range: string): Period {
  const [, start, end] = /^\["?([^",]+)"?,"?([^",)]+)"?\)$/.exec(range) ?? []
  if (start === undefined || end === undefined) throw new Error(`not a half-open range: ${range}`)
  return { start: parseMoment(start), end: parseMoment(end) }
}

const parseMoment = (text: string) => new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'))
