import { m } from '#i18n/generated/messages.js'
import { Button, ButtonLink } from '#ui/kit/button.tsx'
import { Callout } from '#ui/kit/callout.tsx'
import { SheetActions } from '#ui/kit/sheet.tsx'
import { useCanPay, useCanText } from '#ui/session/viewer.ts'
import { sayDay } from '#ui/venues/venue-words.ts'
import { Link } from '@tanstack/react-router'
import type { Outcome } from './use-wish-form.ts'
import style from './waiting.module.css'
import { isFacility, type WishValues } from './wish-values.ts'
import { sayOffer, sayPlaceInLine, sayWhen, sayWhere } from './wish-words.ts'

type Props = { outcomes: Outcome[]; values: WishValues; onBack(): void; onDone(): void }

/** After sending: the place in line for each day, or why there is none, with the way on. */
export function WishOutcomes({ outcomes, values, onBack, onDone }: Props) {
  const made = outcomes.some((outcome) => 'wish' in outcome)
  const centre = { canText: useCanText(), canPay: useCanPay() }
  return (
    <div className={style.form} role="status">
      {outcomes.map((outcome) =>
        'wish' in outcome ? (
          <Callout key={outcome.day} tone="success" title={m.wish_done()}>
            <p>
              <b>{sayPlaceInLine(outcome.wish.place ?? 1)}</b>
              <br />
              {sayWhere(outcome.wish)}
              <br />
              {sayWhen(outcome.wish)}
            </p>
          </Callout>
        ) : (
          <Callout
            key={outcome.day}
            tone="error"
            title={m.wish_not_made({ day: sayDay(outcome.day) })}
            action={outcome.refused.code === 'free_now' && <BookNow values={values} day={outcome.day} onDone={onDone} />}
          >
            {outcome.refused.title}
          </Callout>
        ),
      )}
      {made && <p className={style.fine}>{sayOffer(centre)}</p>}
      <SheetActions
        main={
          made ? (
            <ButtonLink to="/member/order/overview" search={{ wishes: '1' }} onClick={onDone}>
              {m.wish_see_all()}
            </ButtonLink>
          ) : (
            <Button look="secondary" onClick={onBack}>
              {m.wish_change()}
            </Button>
          )
        }
      />
    </div>
  )
}

/** To the grid of the day, or to the search where any facility would do. */
function BookNow({ values: { place, from, to, minutes }, day, onDone }: Pick<Props, 'values' | 'onDone'> & { day: string }) {
  return isFacility(place) ? (
    <Link to="/venues/$id" params={{ id: place }} search={{ date: day }} onClick={onDone}>
      {m.wish_book_now()}
    </Link>
  ) : (
    <Link to="/venues" search={{ sport: place, date: day, from, to, minutes }} onClick={onDone}>
      {m.wish_book_now()}
    </Link>
  )
}
