import { m } from '#i18n/generated/messages.js'
import { Button, ButtonLink } from '#ui/kit/button.tsx'
import { Callout } from '#ui/kit/callout.tsx'
import { EmptyCourt } from '#ui/kit/empty-court.tsx'
import type { Place } from './cart-periods.ts'
import { CheckForm } from './check-form.tsx'
import { CheckItem } from './check-item.tsx'
import style from './check.module.css'
import { useEffect, useState } from 'react'
import { useCheck } from './use-check.ts'

/** Review of the cart before the order is placed. */
export function CheckPage({ chosen }: { chosen: readonly Place[] }) {
  const check = useCheck(chosen)
  return (
    <div className="stack gap-5">
      <header>
        <h1>{m.check_title()}</h1>
        <p className={style.lead}>{m.check_lead()}</p>
      </header>
      {check.known && check.checked.length === 0 ? <EmptyCart /> : <Cart {...check} />}
    </div>
  )
}

function Cart(check: ReturnType<typeof useCheck>) {
  const { known, checked, answer, failed, refetch, askAgain } = check
  const waits = known && !answer && !failed
  const isLate = useLate(waits)
  if (!known || waits)
    return (
      <>
        <noscript>
          {/* Without scripts there is no cart but the one in the cookie. */}
          <p>{m.check_needs_script()}</p>
          <EmptyCart />
        </noscript>
        {isLate && (
          <Callout
            tone="info"
            title={m.check_late()}
            role="alert"
            action={
              <Button look="secondary" onClick={() => void askAgain()}>
                {m.check_try_again()}
              </Button>
            }
          >
            {m.check_late_text()}
          </Callout>
        )}
        <div className={style.skeleton} role="progressbar" aria-label={m.nav_loading()} />
      </>
    )
  return (
    <div className={style.review}>
      <div className={style.items}>
        <ul>
          {checked.map((one) => (
            <CheckItem key={`${one.period.courtId} ${one.period.start}`} {...one} />
          ))}
        </ul>
        <ButtonLink to="/order" look="quiet" className={style.more}>
          {m.check_add_more()}
        </ButtonLink>
      </div>
      {answer ? (
        <CheckForm check={check} answer={answer} />
      ) : (
        <Callout tone="error" title={m.check_failed()} role="alert">
          <Button look="text" onClick={() => void refetch()}>
            {m.check_try_again()}
          </Button>
        </Callout>
      )}
    </div>
  )
}

/** After so long somebody who waits wants to be told. */
const lateAfter = 5_000

function useLate(waits: boolean): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!waits) return undefined
    const timer = setTimeout(() => setLate(true), lateAfter)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [waits])
  return isLate
}

function EmptyCart() {
  return (
    <EmptyCourt>
      <p>{m.check_empty()}</p>
      <ButtonLink to="/order">{m.check_empty_action()}</ButtonLink>
    </EmptyCourt>
  )
}
