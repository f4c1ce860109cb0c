/** A minimal iCalendar file (RFC 5545). Times are in UTC, so that no VTIMEZONE is needed. */
export type CalendarEvent = {
  /** UID: the same in every version of an event, so that a calendar replaces the older one. */
  uid: string
  /** SEQUENCE: higher in every later version of an event. */
  sequence: number
  status: 'TENTATIVE' | 'CONFIRMED' | 'CANCELLED'
  start: Date
  end: Date
  summary: string
  location: string
  description: string
  url?: string
  /** Minutes before the start at which the calendar reminds. */
  alarmMinutes?: number
}

/** `askAgainMinutes`: how often a calendar should fetch a subscribed feed again. */
type Described = { name: string; writtenAt: Date; askAgainMinutes?: number; method?: CalendarMethod }

/** METHOD of iTIP (RFC 5546): CANCEL takes entries away, PUBLISH adds them or replaces what they said before. */
export type CalendarMethod = 'PUBLISH' | 'CANCEL'

export function calendarFile(events: CalendarEvent[], { name, writtenAt, askAgainMinutes, method = 'PUBLISH' }: Described): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Fieldhouse//Bookings//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    `X-WR-CALNAME:${escape(name)}`,
    ...(askAgainMinutes ? [`REFRESH-INTERVAL;VALUE=DURATION:PT${askAgainMinutes}M`, `X-PUBLISHED-TTL:PT${askAgainMinutes}M`] : []),
    ...events.flatMap((event) => eventLines(event, writtenAt)),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}

function eventLines(event: CalendarEvent, writtenAt: Date): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${event.uid}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${utc(writtenAt)}`,
    `DTSTART:${utc(event.start)}`,
    `DTEND:${utc(event.end)}`,
    `STATUS:${event.status}`,
    `TRANSP:${event.status === 'CANCELLED' ? 'TRANSPARENT' : 'OPAQUE'}`,
    `SUMMARY:${escape(event.summary)}`,
    `LOCATION:${escape(event.location)}`,
    `DESCRIPTION:${escape(event.description)}`,
    ...(event.url ? [`URL:${event.url}`] : []),
    ...(event.alarmMinutes && event.status === 'CONFIRMED' ? alarm(event.summary, event.alarmMinutes) : []),
    'END:VEVENT',
  ]
}

const alarm = (text: string, minutes: number) => [
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  `DESCRIPTION:${escape(text)}`,
  `TRIGGER:-PT${minutes}M`,
  'END:VALARM',
]

const utc = (moment: Date) => `${moment.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

const escape = (text: string) =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll(';', '\\;')
    .replaceAll(',', '\\,')
    .replaceAll(/\r\n|\r|\n/g, '\\n')

const longest = 75

const octetsOf = (point: number) => (point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4)

/** Line folding: at most 75 octets a line, never broken inside a character; a continuation begins with a space. */
function fold(line: string): string {
  const pieces: string[] = []
  let piece = ''
  let octets = 0
  for (const character of line) {
    const size = octetsOf(character.codePointAt(0)!)
    if (octets + size > longest) {
      pieces.push(piece)
      piece = ''
      octets = 1
    }
    piece += character
    octets += size
  }
  return [...pieces, piece].join('\r\n ')
}
