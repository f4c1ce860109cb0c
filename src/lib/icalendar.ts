/** A calendar file (RFC 5545) as small as calendars accept it. Times are written in UTC: no zone has to be explained. */
export type CalendarEvent = {
  /** The same for the life of what it stands for: a calendar that knows it replaces what it has. */
  uid: string
  /** Higher than in every file before. */
  sequence: number
  status: 'TENTATIVE' | 'CONFIRMED' | 'CANCELLED'
  start: Date
  end: Date
  summary: string
  location: string
  description: string
  url?: string
  /** Reminds so many minutes before. */
  alarmMinutes?: number
}

/** `askAgainMinutes`: for an address that a calendar asks again and again. */
type Described = { name: string; writtenAt: Date; askAgainMinutes?: number }

export function calendarFile(events: CalendarEvent[], { name, writtenAt, askAgainMinutes }: Described): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Fieldhouse//Bookings//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
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

/** A line is at most 75 octets, and is never broken inside a character; what follows begins with a space. */
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
