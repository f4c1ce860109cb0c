import { m } from '#i18n/generated/messages.js'
import { Button, ButtonLink } from '#ui/kit/button.tsx'
import { Callout } from '#ui/kit/callout.tsx'
import { EmptyCourt } from '#ui/kit/empty-court.tsx'
import type { Place } from './cart-periods.ts'
import { CheckForm } from './check-form.tsx'
import { CheckItem } from './check-item.tsx'
import style from './check.module.css'
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
  const { known, checked, answer, failed, refetch } = check
  if (!known || (!answer && !failed))
    return (
      <>
        <noscript>
          {/* Without scripts there is no cart but the one in the cookie. */}
          <p>{m.check_needs_script()}</p>
          <EmptyCart />
        </noscript>
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

function EmptyCart() {
  return (
    <EmptyCourt>
      <p>{m.check_empty()}</p>
      <ButtonLink to="/order">{m.check_empty_action()}</ButtonLink>
    </EmptyCourt>
  )
}
