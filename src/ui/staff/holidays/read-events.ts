import { addDays, dayOf, isDay, minuteOf } from '#lib/zone.ts'

/** An event of an iCalendar file. Days are texts that may not exist; `end` is the day after the last, or empty. */
export type CalendarEvent = { line: number; summary: string; start: string; end: string; repeats: boolean }

/** Events of an iCalendar file (RFC 5545). `line` is where an event begins in the file as it is, before folded lines are joined. */
export function readEvents(text: string): CalendarEvent[] {
  const found: CalendarEvent[] = []
  let event: { line: number; fields: Map<string, string> } | undefined
  for (const { line, content } of unfold(text)) {
    if (/^BEGIN:VEVENT$/i.test(content)) event = { line, fields: new Map() }
    else if (/^END:VEVENT$/i.test(content)) {
      if (event) found.push(eventOf(event.line, event.fields))
      event = undefined
    } else if (event) {
      const [, name = '', value = ''] = /^([A-Z-]+)(?:;(?:"[^"]*"|[^:"])*)?:(.*)$/i.exec(content) ?? []
      // An alarm inside an event may have a SUMMARY of its own: the first counts.
      if (name && !event.fields.has(name.toUpperCase())) event.fields.set(name.toUpperCase(), value)
    }
  }
  // A file that was cut off: what was read of the last event is named as well.
  if (event) found.push(eventOf(event.line, event.fields))
  return found
}

/** A line that begins with a space or a tab continues the one before. */
function unfold(text: string): { line: number; content: string }[] {
  const lines: { line: number; content: string }[] = []
  for (const [at, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const last = lines.at(-1)
    if (last && /^[ \t]/.test(raw)) last.content += raw.slice(1)
    else lines.push({ line: at + 1, content: raw })
  }
  return lines.map(({ line, content }) => ({ line, content: content.trimEnd() }))
}

function eventOf(line: number, fields: Map<string, string>): CalendarEvent {
  const begin = fields.get('DTSTART') ?? ''
  const end = fields.get('DTEND') ?? ''
  const summary = (fields.get('SUMMARY') ?? '')
    .replaceAll(/\\(?:([,;\\])|n)/gi, (_, sign: string | undefined) => sign ?? ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return { line, summary, start: dayFrom(begin), end: endFrom(end), repeats: fields.has('RRULE') || fields.has('RDATE') }
}

/** 20261010, 20261010T000000 or 20261009T160000Z; a moment in UTC is a day of the centre's zone. Anything else stays as it is. */
function dayFrom(value: string): string {
  const moment = utcMoment(value)
  return moment ? dayOf(moment) : value.replace(momentPattern, '$1-$2-$3')
}

/** The day after the last one: DTEND as it is, or the next day when the event ends at a time after midnight. */
function endFrom(value: string): string {
  const day = dayFrom(value)
  const moment = utcMoment(value)
  const isMidnight = moment ? minuteOf(moment) === 0 : !/T(?!000000)/.test(value)
  return isMidnight || !isDay(day) ? day : addDays(day, 1)
}

const momentPattern = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z?)?$/

function utcMoment(value: string): Date | undefined {
  const moment = value.endsWith('Z') ? new Date(value.replace(momentPattern, '$1-$2-$3T$4:$5:$6Z')) : undefined
  return moment && !Number.isNaN(moment.getTime()) ? moment : undefined
}
