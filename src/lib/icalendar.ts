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
  /** ORGANIZER: who holds the event, by a mail address or, without one, by the address of their site. */
  organizer: { name: string; address: string }
  url?: string
  /** Minutes before the start at which the calendar reminds. */
  alarmMinutes?: number
}

/** `askAgainMinutes`: how often a calendar should fetch a subscribed feed again. */
type Described = { name: string; writtenAt: Date; askAgainMinutes?: number }

/** A file to add to a calendar, or to subscribe to. It has no METHOD, with which all of its events would have to have one UID (RFC 5546). */
export const calendarFile = (events: CalendarEvent[], described: Described): string => writeFile(events, described)

/** A message of iTIP (RFC 5546) that takes an event out of a calendar that has it. */
export const cancellationFile = (event: CalendarEvent, described: Described): string => writeFile([event], described, 'CANCEL')

function writeFile(events: CalendarEvent[], { name, writtenAt, askAgainMinutes }: Described, method?: 'CANCEL'): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Fieldhouse//Bookings//EN',
    'CALSCALE:GREGORIAN',
    ...(method ? [`METHOD:${method}`] : []),
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
    `ORGANIZER;CN=${quote(event.organizer.name)}:${addressOf(event.organizer.address)}`,
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

/** A parameter's value: in quotation marks, of which it can have none itself. */
const quote = (text: string) => `"${text.replaceAll('"', '’').replaceAll(/\p{Cc}+/gu, ' ')}"`

const addressOf = (address: string) => (/^https?:/.test(address) ? address : `mailto:${address}`)

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
