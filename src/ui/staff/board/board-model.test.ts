import type { BoardHolder } from '#modules/desk/wire.ts'
import { describe, expect, it } from 'vitest'
import {
  cellsOf,
  columnsOf,
  deedOf,
  endOf,
  firstFocus,
  maskedName,
  movableOf,
  nowAt,
  placeOf,
  rowsOf,
  shift,
  spanOf,
  spotAt,
  stretch,
  timesOf,
} from './board-model.ts'
import { specialOf } from './booking-cell.tsx'
import { spotText } from './use-rearrange.ts'

const hours = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => ({ start: (from + n) * 60, end: (from + n + 1) * 60 }))
const courts = [1, 2, 3].map((venue2ndId) => ({ venue2ndId, code: `C${venue2ndId}`, name: `Court ${venue2ndId}` }))
const board = { days: [{ day: '2026-11-18', slots: hours(8, 12), closedFor: null }], courts }
const holder = (id: string, venue2ndIds: number[], from: string, to: string): BoardHolder => ({
  id,
  kind: 'booking',
  venue2ndIds,
  start: new Date(`2026-11-18T${from}:00+08:00`).toISOString(),
  end: new Date(`2026-11-18T${to}:00+08:00`).toISOString(),
  title: id,
  booking: null,
  preOrderNo: null,
})

describe('cells of a row', () => {
  const rows = rowsOf(board)
  const columns = columnsOf(board)
  it('join what one holder has, keep free slots apart, and tell a court from one that shares its floor', () => {
    const holders = [holder('a', [1, 2], '09:00', '11:00')]
    expect(cellsOf(rows[0]!, columns, holders).map(({ kind, col, span }) => [kind, col, span])).toEqual([
      ['free', 0, 1],
      ['taken', 1, 2],
      ['free', 3, 1],
    ])
    expect(cellsOf(rows[0]!, columns, holders)[1]).toMatchObject({ own: true })
    expect(cellsOf(rows[1]!, columns, holders)[1]).toMatchObject({ own: false })
    expect(cellsOf(rows[2]!, columns, holders).every(({ kind }) => kind === 'free')).toBe(true)
  })
  it('name everybody where two share the floor of one court', () => {
    const cells = cellsOf(rows[0]!, columns, [holder('a', [2, 1], '08:00', '10:00'), holder('b', [3, 1], '09:00', '10:00')])
    expect(cells.slice(0, 2)).toMatchObject([{ holders: [{ id: 'a' }] }, { holders: [{ id: 'a' }, { id: 'b' }], own: false }])
  })
  it('are closed where the day of a week is', () => {
    const week = {
      days: [
        { day: '2026-11-18', slots: hours(8, 12), closedFor: null },
        { day: '2026-11-19', slots: hours(9, 10), closedFor: null },
      ],
      courts: courts.slice(0, 1),
    }
    expect(cellsOf(rowsOf(week)[1]!, columnsOf(week), []).map(({ kind, span }) => [kind, span])).toEqual([
      ['closed', 1],
      ['free', 1],
      ['closed', 2],
    ])
  })
})

describe('keys of the board', () => {
  const size = { rows: 3, cols: 4 }
  const at = { cell: { col: 1, span: 2 }, row: 1, size, carried: undefined, canPickUp: true }
  const key = (name: string, more: object = {}, where: object = {}) =>
    deedOf({ key: name, shiftKey: false, ctrlKey: false, ...more }, { ...at, ...where })
  it('walk past a booking without taking it along', () => {
    expect(key('ArrowRight')).toEqual({ kind: 'focus', row: 1, col: 3 })
    expect(key('ArrowRight', { shiftKey: true })).toEqual({ kind: 'focus', row: 1, col: 3 })
    expect(key('ArrowDown')).toEqual({ kind: 'focus', row: 2, col: 1 })
    expect([key('Home'), key('End')]).toEqual([
      { kind: 'focus', row: 1, col: 0 },
      { kind: 'focus', row: 1, col: 3 },
    ])
    expect(key('End', { ctrlKey: true })).toEqual({ kind: 'focus', row: 2, col: 3 })
  })
  it('pick up a booking with Enter or Space, carry it, put it down or let go', () => {
    expect([key('Enter'), key(' ')]).toEqual([{ kind: 'pick-up' }, { kind: 'pick-up' }])
    expect(key('Enter', {}, { canPickUp: false })).toEqual({ kind: 'open' })
    const carried = { carried: { row: 1, col: 1, span: 2 } }
    expect(key('ArrowUp', {}, carried)).toEqual({ kind: 'carry', place: { row: 0, col: 1, span: 2 } })
    expect(key('ArrowLeft', { shiftKey: true }, carried)).toEqual({ kind: 'carry', place: { row: 1, col: 1, span: 1 } })
    expect(['Enter', ' ', 'Escape', 'p'].map((name) => key(name, {}, carried)?.kind)).toEqual(['put-down', 'put-down', 'let-go', 'park'])
    expect(key('Escape')).toBeUndefined()
  })
  it('begin at the current hour, and take no booking that is over', () => {
    const [rows, columns, day] = [rowsOf(board), columnsOf(board), '2026-11-18']
    const now = (time: string) => Date.parse(`${day}T${time}:00+08:00`)
    expect(firstFocus(now('10:30'), board, rows, columns)).toEqual({ row: 0, col: 2 })
    expect(firstFocus(now('07:00'), board, rows, columns)).toEqual({ row: 0, col: 0 })
    const booked = { ...holder('a', [1], '09:00', '10:00'), booking: { missed: false, moves: 0 } as BoardHolder['booking'] }
    const cell = cellsOf(rows[0]!, columns, [booked])[1]!
    expect(movableOf(cell, now('09:30'))?.id).toBe('a')
    expect(movableOf(cell, now('10:00'))).toBeUndefined()
  })
  it('the message after a move says where to, with the day when the board shows another one', () => {
    const spot = { venue2ndId: 2, start: '2026-11-18T09:00:00+08:00', end: '2026-11-18T11:00:00+08:00' }
    expect(spotText(spot, board)).toBe('Court 2 09:00–11:00')
    expect(spotText({ ...spot, start: '2026-11-19T09:00:00+08:00', end: '2026-11-19T11:00:00+08:00' }, board)).toMatch(/^Court 2 .*11.*19/)
  })
})

describe('now', () => {
  const columns = columnsOf(board)
  const at = (time: string) => Date.parse(`2026-11-18T${time}:00+08:00`)
  it('is where its minute is between the first and the last hour, and nowhere outside of them', () => {
    expect(nowAt(at('08:00'), '2026-11-18', columns)).toBe(0)
    expect(nowAt(at('10:30'), '2026-11-18', columns)).toBe(2.5 / 4)
    expect(nowAt(at('12:00'), '2026-11-18', columns)).toBeUndefined()
    expect(nowAt(at('10:30'), '2026-11-19', columns)).toBeUndefined()
  })
  it('makes past what has ended, and not what is under way', () => {
    const [row] = rowsOf(board)
    const cells = cellsOf(row!, columns, [holder('a', [1], '09:00', '11:00')])
    expect(cells.map((cell) => endOf(cell, row!, columns) <= at('10:30'))).toEqual([true, false, false])
  })
})

describe('a place on the board', () => {
  const rows = rowsOf(board)
  const columns = columnsOf(board)
  const size = { rows: 3, cols: 4 }
  it('moves and stretches without leaving it', () => {
    expect(shift({ row: 0, col: 2, span: 2 }, -1, 1, size)).toEqual({ row: 0, col: 2, span: 2 })
    expect(shift({ row: 0, col: 2, span: 2 }, 2, -1, size)).toEqual({ row: 2, col: 1, span: 2 })
    expect(stretch({ row: 0, col: 2, span: 1 }, 5, size)).toEqual({ row: 0, col: 2, span: 2 })
    expect(stretch({ row: 0, col: 2, span: 1 }, -1, size)).toEqual({ row: 0, col: 2, span: 1 })
  })
  it('is a court and a period, and the other way round', () => {
    const spot = spotAt({ row: 1, col: 1, span: 2 }, rows, columns)
    expect(spot).toEqual({ venue2ndId: 2, start: '2026-11-18T01:00:00.000Z', end: '2026-11-18T03:00:00.000Z' })
    expect(placeOf(spot, rows, columns)).toEqual({ row: 1, col: 1, span: 2 })
    expect(placeOf({ ...spot, venue2ndId: 9 }, rows, columns)).toBeUndefined()
    expect(timesOf({ col: 1, span: 2 }, columns)).toBe('09:00–11:00')
    expect(spanOf(120, columns)).toBe(2)
  })
})

it.each([
  ['王小明', '王○明'],
  ['林美', '林○'],
  ['Amy Lin Chen', 'Amy L. C.'],
  ['A', 'A'],
])('the door sheet shows %s as %s', (name, masked) => expect(maskedName(name)).toBe(masked))

it('a walk-in who is their own contact is nothing special', () => {
  const booking = { toPay: 0, remark: '', contactName: '王小明', wasMoved: false, light: false } as NonNullable<BoardHolder['booking']>
  expect(specialOf(booking, '王小明')).toEqual([])
  expect(specialOf(booking, '林社團')).toHaveLength(1)
})
