import { ApiProblem } from '#client/api-problem.ts'
import { m } from '#i18n/generated/messages.js'
import type { MemberAnswer } from '#modules/accounts/wire.ts'
import type { OwnBallotAnswer, WishBody } from '#modules/ballots/wish-wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { Button } from '#ui/kit/button.tsx'
import { ConfirmButton } from '#ui/kit/confirm-button.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { RadioChips } from '#ui/kit/radio-chips.tsx'
import { toast } from '#ui/kit/toast.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { AboutFields } from '#ui/preorders/about-fields.tsx'
import form from '#ui/preorders/preorder-form.module.css'
import { blankValues, bodyOf, type PreOrderValues } from '#ui/preorders/preorder-values.ts'
import bar from '#ui/preorders/submit-bar.module.css'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ballotsKey } from './ballot-queries.ts'
import { sayMoment, wishWords } from './ballot-words.ts'
import style from './ballots.module.css'
import { WishCard } from './wish-card.tsx'
import { isFull, moved, newWish, overNewer, typedOver, type BallotFacility, type Unsaved, clubsAt, rankAt } from './wishes-model.ts'
import { weekdayBrief, weekdayWord } from '#ui/preorders/preorder-words.ts'
import { WeekTable } from '#ui/preorders/week-table.tsx'

type Props = { ballot: OwnBallotAnswer; member: MemberAnswer }
type Typed = { values: PreOrderValues; wishes: WishBody[]; version: number }

function savedOf({ entry }: OwnBallotAnswer, member: MemberAnswer): Typed {
  if (!entry) return { values: blankValues(member), wishes: [], version: 0 }
  const { title, purpose, contactName, contactPhone, headcount, wishes, version } = entry
  return { values: { title, purpose, contactName, contactPhone, headcount: String(headcount), lines: [], documents: [] }, wishes, version }
}

/** What is typed, and how it is saved and withdrawn. Nothing is kept on the server before it is saved. */
function useWishes({ ballot, member }: Props) {
  const api = useApi()
  const queries = useQueryClient()
  const [typed, setTyped] = useState<Unsaved<Typed>>()
  const { values, wishes, version } = typedOver(typed, savedOf(ballot, member))
  const changed = async () => {
    await queries.invalidateQueries({ queryKey: ballotsKey })
    setTyped(undefined)
  }
  /** Whoever has read that the entry was changed elsewhere may press again: what they typed is then kept over the newer version. */
  const readOthers = async () => {
    await queries.invalidateQueries({ queryKey: ballotsKey })
    setTyped((now) => overNewer(now, { values, wishes }))
  }
  const submit = useSubmit(async () => {
    const { lines: _, documents: __, ...about } = bodyOf(values)
    const body = { ...about, roundId: ballot.roundId, version, wishes }
    try {
      await api.put('/api/Ballot/Community/Entry', body, { silent: true })
    } catch (error) {
      if (error instanceof ApiProblem && error.code === 'changed_meanwhile') await readOthers()
      throw error
    }
    toast('success', m.ballot_saved())
    await changed()
  })
  return {
    values,
    wishes,
    isTyped: typed !== undefined,
    submit,
    change: (next: Partial<Typed>) => setTyped({ values, wishes, version, ...next }),
    async withdraw(): Promise<void> {
      await api.post('/api/Ballot/Community/Withdraw', { roundId: ballot.roundId })
      toast('success', m.ballot_withdrawn())
      await changed()
    },
  }
}

/** A club's wishes while the window is open: hours to add, the ranked list, and what the activity is. */
export function WishesForm({ ballot, member }: Props) {
  const { values, wishes, isTyped, submit, change, withdraw } = useWishes({ ballot, member })
  const [said, say] = useState('')
  function add(facility: BallotFacility, weekday: number, start: string): void {
    if (isFull(wishes)) return say(m.ballot_full())
    const wish = newWish(facility, weekday, start)
    change({ wishes: [...wishes, wish] })
    say(m.ballot_added({ wish: wishWords(ballot, wish), number: wishes.length + 1 }))
  }
  return (
    <form {...submit.form} className="stack gap-8">
      <Hours ballot={ballot} wishes={wishes} onAdd={add} />
      <p className={style.said} role="status">
        {said}
      </p>
      <WishList
        ballot={ballot}
        wishes={wishes}
        errorAt={submit.errorAt}
        onChange={(next, words) => {
          change({ wishes: next })
          if (words) say(words)
        }}
      />
      <section className={form.section} aria-labelledby="ballot-about">
        <h2 id="ballot-about">{m.ballot_about()}</h2>
        <AboutFields values={values} onChange={(next) => change({ values: { ...values, ...next } })} errorAt={submit.errorAt} />
      </section>
      <FormProblem refused={submit.refused} />
      <div className={bar.bar} role="group" aria-label={m.ballot_save()}>
        <p className={bar.sum}>
          <b>{(ballot.entry && !isTyped ? m.ballot_wishes_count : m.ballot_wishes_chosen)({ count: wishes.length })}</b>
          <span>
            {isTyped
              ? ballot.entry
                ? m.ballot_unsaved()
                : m.ballot_not_saved()
              : ballot.entry
                ? m.ballot_all_saved({ time: sayMoment(ballot.entry.changedAt) })
                : ''}
          </span>
        </p>
        <Button type="submit" className={bar.go} busy={submit.busy} aria-disabled={wishes.length === 0 || undefined}>
          {m.ballot_save()}
        </Button>
      </div>
      {ballot.entry && <Withdraw onConfirm={withdraw} />}
    </form>
  )
}

function Withdraw({ onConfirm }: { onConfirm(): Promise<void> }) {
  return (
    <ConfirmButton
      label={m.ballot_withdraw()}
      title={m.ballot_withdraw()}
      confirmLabel={m.ballot_withdraw()}
      cancelLabel={m.preorder_keep()}
      onConfirm={onConfirm}
    >
      <p>{m.ballot_withdraw_sure()}</p>
    </ConfirmButton>
  )
}

type HoursProps = { ballot: OwnBallotAnswer; wishes: WishBody[]; onAdd(facility: BallotFacility, weekday: number, start: string): void }

/** The hours of a facility, with how many clubs want each. */
function Hours({ ballot, wishes, onAdd }: HoursProps) {
  const [facilityId, setFacility] = useState<number>()
  const facility = ballot.facilities.find(({ id }) => id === facilityId) ?? ballot.facilities[0]
  if (!facility) return null
  return (
    <section className={form.section} aria-labelledby="ballot-demand">
      <h2 id="ballot-demand">{m.ballot_demand()}</h2>
      <p className="soft">{m.ballot_demand_hint()}</p>
      {ballot.facilities.length > 1 && (
        <RadioChips<number>
          legend={m.order_facility()}
          value={facility.id}
          options={ballot.facilities.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={setFacility}
        />
      )}
      <DemandTable ballot={ballot} facility={facility} wishes={wishes} onChoose={(weekday, start) => onAdd(facility, weekday, start)} />
      <p className={style.quiet}>{m.ballot_clubs({ count: ballot.entries })}</p>
    </section>
  )
}

type ListProps = {
  ballot: OwnBallotAnswer
  wishes: WishBody[]
  errorAt(path: string): string | undefined
  /** `words` are announced. */
  onChange(wishes: WishBody[], words?: string): void
}

function WishList({ ballot, wishes, errorAt, onChange }: ListProps) {
  const list = useRef<HTMLOListElement>(null)
  function move(at: number, step: 1 | -1): void {
    const next = moved(wishes, at, step)
    if (next === wishes) return
    const number = at + step + 1
    onChange(next, m.ballot_moved({ wish: wishWords(ballot, wishes[at]!), number }))
    // The focus follows the wish, so that the same key moves it on.
    const side = step < 0 ? 'up' : 'down'
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-move="${side}-${number}"]`)?.focus())
  }
  return (
    <section className={form.section} aria-labelledby="ballot-mine">
      <h2 id="ballot-mine">{m.ballot_mine()}</h2>
      <p className="soft">{m.ballot_mine_hint({ count: ballot.periodsPerWeek })}</p>
      {wishes.length === 0 && <p className={style.quiet}>{m.ballot_none_yet()}</p>}
      <ol className="stack" ref={list}>
        {wishes.map((wish, n) => {
          const facility = ballot.facilities.find(({ id }) => id === wish.venue1stId)
          return (
            facility && (
              <WishCard
                // Wishes are their places: the same one may stand here twice while it is typed.
                // oxlint-disable-next-line react/no-array-index-key
                key={n}
                number={n + 1}
                count={wishes.length}
                wish={wish}
                facility={facility}
                error={errorAt(`wishes.${n}`)}
                onChange={(next) => onChange(wishes.with(n, next))}
                onMove={(step) => move(n, step)}
                onRemove={() => onChange(wishes.toSpliced(n, 1), m.ballot_removed({ wish: wishWords(ballot, wish) }))}
              />
            )
          )
        })}
      </ol>
    </section>
  )
}

const weekdays = [1, 2, 3, 4, 5, 6, 7]

type DemandTableProps = {
  ballot: OwnBallotAnswer
  facility: BallotFacility
  wishes: WishBody[]
  onChoose(weekday: number, start: string): void
}

/** The hours of a week with how many clubs want each; pressing one adds it to the wishes. */
function DemandTable({ ballot, facility, wishes, onChoose }: DemandTableProps) {
  const most = Math.max(1, ...ballot.demand.map(({ clubs }) => clubs))
  return (
    <WeekTable
      label={m.ballot_demand()}
      slots={facility.slots}
      heads={weekdays.map((day) => ({ id: String(day), short: weekdayBrief(day), said: weekdayWord(day) }))}
      cellAt={({ row, col }) => {
        const slot = facility.slots[row]!
        const weekday = weekdays[col]!
        const clubs = clubsAt(ballot.demand, facility.id, weekday, slot)
        const rank = rankAt(wishes, facility.id, weekday, slot.start)
        const said = m.ballot_demand_cell({ weekday: weekdayWord(weekday), start: slot.start, end: slot.end, count: clubs })
        return {
          state: 'free',
          text: rank > 0 ? `#${rank}` : clubs > 0 ? String(clubs) : '',
          said: rank > 0 ? `${said} ${m.ballot_wish_number({ number: rank })}` : said,
          chosen: rank > 0,
          open: true,
          share: clubs / most,
        }
      }}
      onChoose={({ row, col }) => onChoose(weekdays[col]!, facility.slots[row]!.start)}
    />
  )
}
