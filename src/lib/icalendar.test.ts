import { expect, it } from 'vitest'
import { calendarFile, cancellationFile, type CalendarEvent } from './icalendar.ts'

const event: CalendarEvent = {
  uid: '5e0e9c1a@centre.example',
  sequence: 1,
  status: 'CONFIRMED',
  start: new Date('2026-11-21T19:00:00+08:00'),
  end: new Date('2026-11-21T21:00:00+08:00'),
  summary: '羽球館 羽球場 3',
  location: 'Hall 2; first floor, left',
  description: 'Order F261115K7M3XQ\nBring shoes \\ water',
  organizer: { name: '青禾 "運動"; 園區', address: 'desk@centre.example' },
}
const write = (change: Partial<CalendarEvent> = {}) =>
  calendarFile([{ ...event, ...change }], { name: '青禾', writtenAt: new Date('2026-11-15T02:00:00Z') })
const unfolded = (file: string) => file.replaceAll('\r\n ', '')

it('writes Taipei evenings as UTC', () => {
  expect(write()).toContain('DTSTART:20261121T110000Z\r\nDTEND:20261121T130000Z\r\n')
  expect(write()).toContain('DTSTAMP:20261115T020000Z')
})

it('escapes separators', () => {
  expect(unfolded(write())).toContain('LOCATION:Hall 2\\; first floor\\, left\r\n')
  expect(unfolded(write())).toContain('DESCRIPTION:Order F261115K7M3XQ\\nBring shoes \\\\ water\r\n')
})

it('folds after 75 octets and never inside a character', () => {
  const description = '請提早十分鐘報到，'.repeat(20)
  const file = write({ description })
  for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(file).not.toContain('\uFFFD')
  expect(unfolded(file)).toContain(`DESCRIPTION:${description}\r\n`)
})

it('marks a cancelled event as CANCELLED and TRANSPARENT, without an alarm', () => {
  const file = write({ status: 'CANCELLED', sequence: 2, alarmMinutes: 60 })
  expect(file).toContain('STATUS:CANCELLED\r\nTRANSP:TRANSPARENT')
  expect(file).toContain('SEQUENCE:2')
  expect(file).not.toContain('VALARM')
  expect(write({ alarmMinutes: 60 })).toContain('TRIGGER:-PT60M')
})

it('names its organizer, by mail or by the site', () => {
  expect(unfolded(write())).toContain('ORGANIZER;CN="青禾 ’運動’; 園區":mailto:desk@centre.example\r\n')
  const site = { name: '青禾', address: 'https://centre.example' }
  expect(unfolded(write({ organizer: site }))).toContain('ORGANIZER;CN="青禾":https://centre.example\r\n')
})

it('has a method only where it takes one event away', () => {
  expect(write()).not.toContain('METHOD')
  const described = { name: '青禾', writtenAt: new Date('2026-11-15T02:00:00Z') }
  expect(cancellationFile({ ...event, status: 'CANCELLED' }, described)).toContain('METHOD:CANCEL\r\n')
})

it('ends every line with CRLF, the last one too', () => {
  expect(write()).toMatch(/END:VCALENDAR\r\n$/)
  expect(write().replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
})
