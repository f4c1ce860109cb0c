import { m } from '#i18n/generated/messages.js'
import { formatTime } from '#i18n/dates.ts'
import { dayOf } from '#lib/zone.ts'
import type { Arrival, CheckInDayAnswer } from '#modules/attendance/check-in-wire.ts'
import { mobileIn } from '#modules/attendance/rules.ts'
import { Select } from '#ui/kit/control.tsx'
import { useApi } from '#ui/session/use-api.ts'
import { learnServerTime, serverNow, useServerTime } from '#ui/kit/server-clock.ts'
import { useViewer } from '#ui/session/viewer.ts'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { StaffPage } from '#ui/staff/kit/staff-page.tsx'
import { useScreenLive } from '#ui/staff/kit/use-staff-live.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Arrivals } from './arrivals.tsx'
import { CameraScanner } from './camera-scanner.tsx'
import { checkInDayKey, checkInDayQuery, mobileQuery } from './checkin-query.ts'
import { enterFound, isCode, offlineMinutes, withReports } from './door-rules.ts'
import { useDoorSound, useKeptList, useUnsent, type Difference } from './door-store.ts'
import { keepPage } from './keep-page.ts'
import { EarlierOutcomes, OutcomeView } from './outcome-view.tsx'
import { ScanField } from './scan-field.tsx'
import { useDoor } from './use-door.ts'
import style from './checkin-screen.module.css'

/** Check-in at the door: scan, camera or typing; today's arrivals below. `facility` is the code of the door's facility. */
export function CheckInScreen({ facility }: { facility: string | undefined }) {
  const list = useDayList()
  useKeptPage()
  if (!list) return <StaffPage title={m.staff_screen_checkin()}>{m.checkin_no_list()}</StaffPage>
  return <Door list={list} facility={facility} />
}

/** The list as the server last told it; the browser keeps it for the time without a network, also for a reload. Yesterday's is not shown. */
function useDayList(): CheckInDayAnswer | undefined {
  const queryClient = useQueryClient()
  const { data } = useQuery(checkInDayQuery(useApi()))
  useScreenLive('/staff/checkin', [checkInDayKey])
  const { list, receivedAt } = useKeptList()
  useEffect(() => {
    if (data && data !== list) useKeptList.setState({ list: data, receivedAt: Date.now() })
    if (data || !list || dayOf(new Date(list.serverTime)) !== dayOf(new Date())) return
    // After a reload without a network nothing else tells the server's time.
    if (serverNow() === undefined) learnServerTime(list.serverTime, receivedAt)
    queryClient.setQueryData(checkInDayKey, list, { updatedAt: receivedAt })
  }, [data, list, receivedAt, queryClient])
  return data
}

/** After the files that the page loads in the background, so that they are kept too. */
const keepAfter = 4000

function useKeptPage(): void {
  useEffect(() => {
    // A browser that keeps nothing, or a page that could not be fetched: the next load tries again.
    const timer = setTimeout(() => void keepPage(location.pathname).catch(() => undefined), keepAfter)
    return () => clearTimeout(timer)
  }, [])
}

function Door({ list, facility }: { list: CheckInDayAnswer; facility: string | undefined }) {
  const memberId = useViewer()?.id ?? ''
  const here = list.items.find(({ venue1stCode }) => venue1stCode === facility)
  const door = useDoor({ memberId, door: here?.venue1stId ?? null })
  const unsent = useUnsent((state) => (state.memberId === memberId ? state.reports : none))
  const now = new Date(useServerTime(list.serverTime, (time) => Math.floor(time / 5000) * 5000))
  const [text, setText] = useState('')
  const [round, setRound] = useState(0)
  const mobiles = useAskMobile(setText)
  // What is left in the field would be read with the next ticket.
  const showOther = (shownNow: Parameters<typeof door.show>[0]) => {
    mobiles.forget()
    setText('')
    setRound((before) => before + 1)
    door.show(shownNow)
  }
  const shown = withReports(list.items, unsent).filter(({ venue1stId }) => !here || venue1stId === here.venue1stId)
  const byMobile = useFoundByMobile(text)
  const found = isCode(text) ? shown : shown.filter((item) => byMobile?.includes(item.id) || isNamed(item, text))
  const enter = (typed: string): boolean => {
    mobiles.forget()
    if (mobileIn(typed)) return (void enterMobile(typed), true)
    const next = isCode(typed) ? 'nobody' : enterFound(shown.filter((item) => isNamed(item, typed)))
    if (next === 'choose') return true
    door.show(next === 'nobody' ? { code: typed } : next)
    return false
  }
  // The whole list is looked at: a ticket for another facility is refused in words.
  const enterMobile = async (typed: string): Promise<void> => {
    const asked = await mobiles.ask(typed)
    if (asked === 'over') return
    const next = asked ? enterFound(withReports(list.items, unsent).filter(({ id }) => asked.ids.includes(id))) : undefined
    if (next === 'choose') return
    if (next === 'nobody') {
      setRound((before) => before + 1)
      door.refuse(m.checkin_nobody_of_mobile())
    } else showOther(next ?? { code: typed })
  }
  return (
    <StaffPage
      title={m.staff_screen_checkin()}
      actions={
        <>
          <DoorChoice list={list} facility={facility} />
          <SoundSwitch />
        </>
      }
    >
      {(door.isOffline || unsent.length > 0) && <OfflineNotice since={list.serverTime} count={unsent.length} />}
      <DifferenceList differences={door.differences} onRead={door.forgetDifferences} />
      <div className={style.top}>
        <ScanField round={round} onRest={mobiles.rest} onEnter={enter} />
        <CameraScanner onCode={(code) => showOther({ code })} />
      </div>
      <OutcomeView outcome={door.outcomes[0]} onUndo={door.undo} />
      <EarlierOutcomes outcomes={door.outcomes.slice(1)} onUndo={door.undo} />
      <Arrivals items={found} opensMinutes={list.opensMinutes} now={now} onCheckIn={(itemId) => showOther({ itemId })} />
    </StaffPage>
  )
}

/** Asks whose lines of the list a mobile is. `over`: the field holds something else by now, or somebody else was entered. */
function useAskMobile(setText: (text: string) => void) {
  const [api, queryClient] = [useApi(), useQueryClient()]
  const asked = useRef<string>(undefined)
  const rest = useCallback(
    (typed: string) => {
      if (typed.trim() !== asked.current) asked.current = undefined
      setText(typed)
    },
    [setText],
  )
  const ask = async (typed: string) => {
    asked.current = typed
    const found = await queryClient.fetchQuery(mobileQuery(api, typed)).catch(() => undefined)
    return asked.current === typed ? found : 'over'
  }
  const forget = () => {
    asked.current = undefined
  }
  return { rest, ask, forget }
}

/** Lines of the person whose mobile was typed; undefined for any other text, and while the server does not answer. */
function useFoundByMobile(text: string): string[] | undefined {
  return useQuery(mobileQuery(useApi(), text)).data?.ids
}

const none: never[] = []
/** Whoever of a booking's players comes first says their own name. A list that was kept by the version before has no players. */
const isNamed = ({ name, players = [], orderNo, venue2ndName }: Arrival, text: string) =>
  [name, ...players, orderNo, venue2ndName].some((word) => word.toLowerCase().includes(text.trim().toLowerCase()))

function OfflineNotice({ since, count }: { since: string; count: number }) {
  const until = formatTime(new Date(Date.parse(since) + offlineMinutes * 60_000))
  return (
    <p className={style.offline} role="status">
      <b>{m.checkin_offline()}</b> {m.checkin_offline_detail({ since: formatTime(new Date(since)), until })}
      {count > 0 && ` ${m.checkin_unsent({ count })}`}
    </p>
  )
}

function DoorChoice({ list, facility }: { list: CheckInDayAnswer; facility: string | undefined }) {
  const navigate = useNavigate()
  const names = new Map(list.items.map(({ venue1stCode, venue1stName }) => [venue1stCode, venue1stName]))
  return (
    <Select
      className={style.door}
      aria-label={m.checkin_door()}
      value={facility && names.has(facility) ? facility : ''}
      onChange={({ target }) => void navigate({ to: '/staff/checkin', search: { facility: target.value || undefined }, replace: true })}
    >
      <option value="">{m.checkin_door_all()}</option>
      {[...names].map(([code, name]) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </Select>
  )
}

function SoundSwitch() {
  const isOn = useDoorSound((state) => state.isOn)
  return (
    <StaffButton icon={isOn ? 'sound' : 'silent'} aria-pressed={isOn} onClick={() => useDoorSound.setState({ isOn: !isOn })}>
      {m.checkin_sound()}
    </StaffButton>
  )
}

/** What the server decided otherwise than the door had while there was no network. It stays until somebody has read it. */
function DifferenceList({ differences, onRead }: { differences: Difference[]; onRead(): void }) {
  if (differences.length === 0) return null
  return (
    <section className={style.differences} role="alert">
      <h2>{m.checkin_differences()}</h2>
      <ul>
        {differences.map(({ key, name, place, kind, said }) => (
          <li key={key}>
            <b>{name}</b> {place} · {kind === 'in' ? m.checkin_let_in_short() : m.checkin_undone_short()}: {said}
          </li>
        ))}
      </ul>
      <StaffButton onClick={onRead}>{m.checkin_differences_read()}</StaffButton>
    </section>
  )
}
