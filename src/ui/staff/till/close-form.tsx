import { m } from '#i18n/generated/messages.js'
import { amountText, formatMoney } from '#i18n/money.ts'
import { denominations, sumOfPieces, type Denomination, type Pieces } from '#modules/tills/rules.ts'
import type { TillDetailAnswer } from '#modules/tills/wire.ts'
import { Input } from '#ui/kit/control.tsx'
import { TextField } from '#ui/kit/field.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { Panel } from '#ui/staff/kit/staff-page.tsx'
import { StaffButton } from '#ui/staff/kit/staff-button.tsx'
import { tillsKey } from '#ui/staff/kit/till-query.ts'
import { useStaffCall } from '#ui/staff/kit/use-staff-call.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { RefundsLeft } from './refunds.tsx'
import { differenceText } from './till-words.ts'
import style from './till.module.css'

/** Closes a till: counted by notes and coins, the difference explained. */
export function CloseForm({ till }: { till: TillDetailAnswer }) {
  const call = useStaffCall([tillsKey])
  const navigate = useNavigate()
  const [pieces, setPieces] = useState<Pieces>({})
  const [explanation, setExplanation] = useState('')
  const counted = sumOfPieces(pieces)
  // Before the first note is counted everything would be missing.
  const isCounted = till.expected === 0 || Object.values(pieces).some((count) => count !== undefined)
  const difference = isCounted ? counted - till.expected : 0
  const { busy, refused, errorAt, form } = useSubmit(
    async () => {
      const body = { tillId: till.id, pieces, explanation, expected: till.expected }
      await call('/api/Staff/Till/Close', body, {
        done: m.till_closed_done({ difference: differenceText(difference) }),
        // The report comes into sight by itself; the router would bring back where the form stood.
        onAnswer: () => void navigate({ to: '/staff/till', search: { till: till.id }, resetScroll: false }),
      })
    },
    {
      check: () => {
        if (!isCounted) return [{ path: 'count', message: m.till_count_missing() }]
        return difference !== 0 && explanation.trim() === '' ? [{ path: 'explanation', message: m.problem_difference_unexplained() }] : []
      },
    },
  )
  return (
    <Panel title={m.till_close()}>
      <RefundsLeft />
      <form className="stack" {...form}>
        <fieldset className={style.count}>
          <legend>{m.till_count()}</legend>
          {denominations.map((value) => (
            <Piece key={value} {...{ value }} count={pieces[value]} onChange={(count) => setPieces({ ...pieces, [value]: count })} />
          ))}
        </fieldset>
        <dl className={style.figures}>
          <Figure label={m.till_expected()} text={formatMoney(till.expected)} />
          <Figure label={m.till_counted()} text={formatMoney(counted)} />
          <Figure
            label={m.till_difference()}
            text={isCounted ? differenceText(difference) : m.till_difference_open()}
            isOff={difference !== 0}
          />
        </dl>
        {difference !== 0 && <Explanation value={explanation} error={errorAt('explanation')} onChange={setExplanation} />}
        <FormProblem refused={!isCounted && errorAt('count') ? { ...refused!, title: errorAt('count')!, errors: [] } : refused} />
        <div>
          <StaffButton type="submit" look="primary" busy={busy}>
            {m.till_close_now()}
          </StaffButton>
        </div>
      </form>
    </Panel>
  )
}

function Explanation({ value, error, onChange }: { value: string; error: string | undefined; onChange(text: string): void }) {
  return (
    <TextField
      label={m.till_explanation()}
      hint={m.till_explanation_hint()}
      name="explanation"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      maxLength={500}
      autoComplete="off"
      required={false}
      error={error}
    />
  )
}

function Figure({ label, text, isOff = false }: { label: string; text: string; isOff?: boolean }) {
  return (
    <div data-off={isOff || undefined}>
      <dt>{label}</dt>
      <dd>
        <output>{text}</output>
      </dd>
    </div>
  )
}

type PieceProps = { value: Denomination; count: number | undefined; onChange(count: number | undefined): void }

function Piece({ value, count, onChange }: PieceProps) {
  return (
    <label className={style.piece}>
      <span aria-hidden>{amountText(value)} ×</span>
      <Input
        type="number"
        inputMode="numeric"
        min={0}
        max={10_000}
        step={1}
        aria-label={m.till_count_of({ value: amountText(value) })}
        value={count ?? ''}
        onChange={(event) => {
          const typed = Math.trunc(Number(event.target.value))
          onChange(event.target.value === '' || !(typed >= 0) ? undefined : Math.min(typed, 10_000))
        }}
      />
      <span aria-hidden>{amountText(value * (count ?? 0))}</span>
    </label>
  )
}
