import type { ApiClient } from '#client/api-client.ts'
import { ApiProblem } from '#client/api-problem.ts'
import type { CheckedInAnswer, CheckInDayAnswer, TicketShown } from '#modules/attendance/check-in-wire.ts'
import { plainCode } from '#modules/attendance/rules.ts'
import { useApi } from '#ui/session/use-api.ts'
import { serverNow } from '#ui/kit/server-clock.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { checkInDayKey, readCheckInDay } from './checkin-query.ts'
import { recognise, whyNotAtDoor, withReports, type DoorRefusal, type Outcome, type Report } from './door-rules.ts'
import { addUnsent, dropFirstUnsent, unsentOf, useDifferences, useDoorSound, useKeptList, type Difference } from './door-store.ts'
import { localDetail } from './outcome-words.ts'

/** A ticket that is shown: its code, or its line of the list. */
export type Shown = { code: string } | { itemId: string }

const answerWithin = 4000
const knockEvery = 3000
const outcomesAtMost = 8

const momentNow = () => new Date(serverNow() ?? Date.now()).toISOString()
const isRefusal = (error: unknown): error is ApiProblem =>
  error instanceof ApiProblem && error.status >= 400 && error.status < 500 && error.status !== 408 && error.status !== 429

const send = (api: ApiClient, path: string, body: object) =>
  api.post<CheckedInAnswer>(path, body, { silent: true, signal: AbortSignal.timeout(answerWithin) })

function sendReport(api: ApiClient, report: Report): Promise<CheckedInAnswer> {
  if (report.kind === 'undo')
    return send(api, '/api/Staff/CheckIn/Undo', { id: report.itemId, checkedInAt: report.checkedInAt, at: report.at })
  const shown = { at: report.at, ...(report.venue1stId !== null && { venue1stId: report.venue1stId }) }
  if (report.code === null) return send(api, '/api/Staff/CheckIn/Item', { id: report.itemId, ...shown })
  return send(api, '/api/Staff/CheckIn', { code: report.code, ...shown })
}

/**
 * The door: decides on tickets one after the other, by the server or, while it does not answer, by the day's list. Reports wait
 * in their order, and everything that comes after them waits behind them.
 */
export function useDoor({ memberId, door }: { memberId: string; door: number | null }) {
  const [api, differences] = [useApi(), useDifferences((state) => state.differences)]
  const { outcomes, tell, change, markSent } = useOutcomes()
  const [isOffline, setOffline] = useOffline()
  const queue = useRef(Promise.resolve())

  async function decideHere(shown: Shown, at: string): Promise<void> {
    const decision = await decideByList(shown, { memberId, door, at })
    const { ticket } = decision
    if ('refusal' in decision) return tell(at, { ticket, refusal: decision.refusal.code, detail: localDetail(decision.refusal, ticket) })
    addUnsent(memberId, decision.report)
    tell(at, { ticket, refusal: null, detail: '', checkedInAt: at, isUnsent: true })
  }

  async function decide(shown: Shown): Promise<void> {
    const at = momentNow()
    if (isOffline.current || unsentOf(memberId).length > 0) return decideHere(shown, at)
    try {
      const ticket = await sendReport(api, { ...asReport(shown), venue1stId: door, at })
      tell(at, { ticket, refusal: null, detail: '', checkedInAt: ticket.checkedInAt })
    } catch (error) {
      if (isRefusal(error)) return tell(at, { ticket: ticketIn(error), refusal: error.code, detail: error.title })
      setOffline(true)
      await decideHere(shown, at)
    }
  }

  async function undoOne({ key, ticket, checkedInAt }: Outcome, at: string): Promise<void> {
    const report = { kind: 'undo' as const, itemId: ticket!.id, checkedInAt: checkedInAt!, at }
    if (isOffline.current || unsentOf(memberId).length > 0) return addUnsent(memberId, report)
    try {
      await sendReport(api, report)
    } catch (error) {
      if (isRefusal(error)) return change(key, { isUndone: false, detail: error.title, checkedInAt: null })
      setOffline(true)
      addUnsent(memberId, report)
    }
  }

  const inTurn = (work: () => Promise<void>) => void (queue.current = queue.current.then(work, work))
  useReporting(memberId, {
    api,
    inTurn,
    setOffline,
    isOffline: isOffline.shown,
    onSent: ({ at }) => markSent(at),
    onDifference: (one) => useDifferences.setState(({ differences: known }) => ({ differences: [...known, one] })),
  })
  return {
    outcomes,
    differences,
    isOffline: isOffline.shown,
    /** Something was typed by which nobody of the list is found. */
    refuse: (detail: string) => tell(momentNow(), { ticket: null, refusal: 'not_on_list', detail }),
    show: (shown: Shown) => inTurn(() => decide(shown)),
    /** Shown at once; told to the server in its turn, and taken back if that refuses it. */
    undo: (outcome: Outcome, at = momentNow()) => (change(outcome.key, { isUndone: true }), inTurn(() => undoOne(outcome, at))),
    forgetDifferences: () => useDifferences.setState({ differences: [] }),
  }
}

/** What happened with the last tickets, newest first. */
function useOutcomes() {
  const [outcomes, setOutcomes] = useState<Outcome[]>([])
  const changeWhere = (isMeant: (one: Outcome) => boolean, more: Partial<Outcome>) =>
    setOutcomes((known) => known.map((one) => (isMeant(one) ? { ...one, ...more } : one)))
  return {
    outcomes,
    change: (key: string, more: Partial<Outcome>) => changeWhere((one) => one.key === key, more),
    markSent: (at: string) => changeWhere((one) => one.at === at, { isUnsent: false }),
    tell(at: string, more: Pick<Outcome, 'ticket' | 'refusal' | 'detail'> & Partial<Outcome>): void {
      if (useDoorSound.getState().isOn) playOutcome(more.refusal === null)
      const outcome = { key: `${at} ${more.ticket?.id ?? ''}`, at, checkedInAt: null, isUnsent: false, isUndone: false, ...more }
      setOutcomes((known) => [outcome, ...known].slice(0, outcomesAtMost))
    },
  }
}

const asReport = (shown: Shown) =>
  'code' in shown
    ? { kind: 'in' as const, itemId: '', code: plainCode(shown.code) }
    : { kind: 'in' as const, itemId: shown.itemId, code: null }

const ticketIn = (problem: ApiProblem): TicketShown | null => (problem.body['ticket'] as TicketShown | undefined) ?? null

type ListDecision = { ticket: TicketShown | null; refusal: DoorRefusal } | { ticket: TicketShown; report: Report }

async function decideByList(
  shown: Shown,
  { memberId, door, at }: { memberId: string; door: number | null; at: string },
): Promise<ListDecision> {
  const { list } = useKeptList.getState()
  const items = withReports(list?.items ?? [], unsentOf(memberId))
  const item = 'code' in shown ? await recognise(items, shown.code) : items.find(({ id }) => id === shown.itemId)
  if (!list || !item) return { ticket: null, refusal: { code: 'not_on_list' } }
  const refusal = whyNotAtDoor(list, item, door, new Date(at))
  if (refusal) return { ticket: item, refusal }
  const code = 'code' in shown ? plainCode(shown.code) : null
  return { ticket: item, report: { kind: 'in', itemId: item.id, code, venue1stId: door, at } }
}

/** Whether the server answers: for the page as a state, and for work that is under way as a reference. */
function useOffline() {
  const current = useRef(false)
  const [shown, setShown] = useState(false)
  const set = (offline: boolean) => {
    current.current = offline
    setShown(offline)
  }
  const setSoon = useEffectEvent(set)
  useEffect(() => {
    const offline = () => setSoon(true)
    if (!navigator.onLine) offline()
    addEventListener('offline', offline)
    return () => removeEventListener('offline', offline)
  }, [])
  return [
    {
      get current() {
        return current.current
      },
      shown,
    },
    set,
  ] as const
}

type Reporting = {
  api: ApiClient
  isOffline: boolean
  setOffline(offline: boolean): void
  inTurn(work: () => Promise<void>): void
  onSent(report: Report): void
  onDifference(difference: Difference): void
}

/** While the server does not answer or reports wait: asks every few seconds, and then sends the reports in their order. */
function useReporting(memberId: string, { api, isOffline, setOffline, inTurn, onSent, onDifference }: Reporting): void {
  const queryClient = useQueryClient()

  async function report(): Promise<void> {
    const names = new Map(useKeptList.getState().list?.items.map((item) => [item.id, item]))
    for (let [first] = unsentOf(memberId); first; [first] = unsentOf(memberId)) {
      try {
        await sendReport(api, first)
      } catch (error) {
        // Logged out, or not allowed: the reports wait for the same person.
        if (!isRefusal(error) || error.status === 401 || error.status === 403) return
        const item = names.get(first.itemId)
        const place = item ? `${item.venue1stName} ${item.venue2ndName}` : ''
        onDifference({ key: `${first.at} ${first.itemId}`, name: item?.name ?? first.itemId, place, kind: first.kind, said: error.title })
      }
      onSent(first)
      dropFirstUnsent(memberId)
    }
    const list = await readCheckInDay(api).catch(() => undefined)
    if (list === undefined) return
    queryClient.setQueryData<CheckInDayAnswer>(checkInDayKey, list)
    setOffline(false)
  }

  const knock = useEffectEvent(() => {
    if (isOffline || unsentOf(memberId).length > 0) inTurn(report)
  })
  useEffect(() => {
    const timer = setInterval(() => knock(), knockEvery)
    const online = () => knock()
    addEventListener('online', online)
    return () => {
      clearInterval(timer)
      removeEventListener('online', online)
    }
  }, [])
}

let audio: AudioContext | undefined

/** High and rising: come in. Low and twice: stop. Browsers allow sound once a key or the screen was pressed. */
function playOutcome(isIn: boolean): void {
  if (typeof AudioContext === 'undefined') return
  audio ??= new AudioContext()
  void audio.resume().catch(() => undefined)
  const tones = isIn ? [880, 1320] : [220, 196]
  tones.forEach((frequency, n) => beep(audio!, frequency, n * 0.13))
}

function beep(context: AudioContext, frequency: number, after: number): void {
  const start = context.currentTime + after
  const volume = context.createGain()
  volume.gain.setValueAtTime(0.25, start)
  volume.gain.exponentialRampToValueAtTime(0.001, start + 0.12)
  const tone = context.createOscillator()
  tone.frequency.value = frequency
  tone.connect(volume).connect(context.destination)
  tone.start(start)
  tone.stop(start + 0.12)
}
