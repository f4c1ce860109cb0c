import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { TicketItemAnswer } from './ticket-days.ts'
import { TicketItem } from './ticket-item.tsx'

const item: TicketItemAnswer = {
  id: '00000000-0000-4000-8000-000000000001',
  venue1stId: 1,
  venue1stName: '羽球館',
  venue2ndId: 2,
  venue2ndName: '2 號場',
  drawing: 'badminton',
  colour: '#123c7c',
  picture: null,
  start: '2026-11-18T11:00:00.000Z',
  end: '2026-11-18T12:00:00.000Z',
  place: '',
  rules: [],
  status: 'active',
  attendance: 'expected',
  checkedInAt: null,
  parked: false,
  movedFrom: null,
  movable: false,
  movesUsedUp: false,
  code: null,
  typedCode: 'AB12 CD34',
  checkInFrom: '2026-11-18T10:30:00.000Z',
  comeBefore: '2026-11-18T11:15:00.000Z',
}
const said = (more: Partial<TicketItemAnswer>) =>
  renderToString(<TicketItem orderNo="F261115K7M3XQZ" item={{ ...item, ...more }} serverTime="2026-11-18T01:00:00.000Z" />).replaceAll(
    /<[^>]*>/g,
    '',
  )

it('says where a booking was before it was moved', () => {
  const movedFrom = { venue2ndName: '5 號場', start: '2026-11-18T09:00:00.000Z', end: '2026-11-18T10:00:00.000Z' }
  expect(said({ movedFrom })).toMatch(/已改期，原為：5 號場 .*17:00/)
  expect(said({})).not.toContain('已改期')
})

it('says in words who comes along', () => {
  const ticket = (players: string[]) =>
    renderToString(<TicketItem orderNo="F1" item={item} players={players} serverTime={item.checkInFrom} />)
  expect(ticket(['阿明', 'Ben'])).toContain('同行：阿明、Ben')
  expect(ticket([])).not.toContain('同行')
})

it('says that a booking cannot be moved again, instead of leaving the button out', () => {
  expect(said({ movesUsedUp: true })).toContain('改期次數已用完')
  expect(said({})).not.toContain('改期')
})

it('counts to its start, and not when somebody is there or it is over', () => {
  const timer = /role="timer"/
  const drawn = (more: Partial<TicketItemAnswer>) =>
    renderToString(<TicketItem orderNo="F261115K7M3XQZ" item={{ ...item, code: 'ABCD', ...more }} serverTime="2026-11-18T01:00:00.000Z" />)
  expect(drawn({})).toMatch(timer)
  expect(drawn({})).toContain('10 小時後開始')
  expect(drawn({ checkedInAt: '2026-11-18T00:58:00.000Z', attendance: 'checked-in' })).not.toMatch(timer)
  expect(drawn({ code: null })).not.toMatch(timer)
})

it('says of a booking without a court that it waits, and not that it is over', () => {
  expect(said({ parked: true })).toContain('中心正在調整這個時段的場地')
  expect(said({ parked: true })).not.toContain('已結束')
})
