import { m } from '#i18n/generated/messages.js'
import { useApi } from '#ui/session/use-api.ts'
import { Outcome } from '#ui/accounts/outcome.tsx'
import { Button, ButtonLink } from '#ui/kit/button.tsx'
import { Callout } from '#ui/kit/callout.tsx'
import { isLoggedIn, useViewer } from '#ui/session/viewer.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { FeedbackActions, FeedbackPage, FeedbackSection } from './feedback-page.tsx'
import { SurveyForm } from './survey-form.tsx'
import style from './survey.module.css'
import { ratableQuery } from '#ui/orders/survey-queries.ts'

type Props = {
  /** Number of the order that a mail asks about. */
  order: string | undefined
  /** Path to return to after the login. */
  address: string
}

/** Survey about a visit. */
export function SurveyPage({ order, address }: Props) {
  const viewer = useViewer()
  const [thanked, setThanked] = useState(false)
  if (thanked) return <Thanks onNext={() => setThanked(false)} />
  return (
    <FeedbackPage title={m.star_title()} lead={m.star_lead()}>
      {isLoggedIn(viewer) ? (
        <Survey memberId={viewer.id} order={order} onDone={() => setThanked(true)} />
      ) : (
        <Callout
          title={m.star_login()}
          action={
            <ButtonLink to="/login" search={{ redirect: address }}>
              {m.star_login_button()}
            </ButtonLink>
          }
        >
          {m.star_login_text()}
        </Callout>
      )}
    </FeedbackPage>
  )
}

function Survey({ memberId, order, onDone }: { memberId: string; order: string | undefined; onDone(): void }) {
  const { data: ratable } = useQuery(ratableQuery(useApi()))
  if (!ratable) return <div className={style.skeleton} role="progressbar" aria-label={m.nav_loading()} />
  return <SurveyForm ratable={ratable} memberId={memberId} wanted={order} onDone={onDone} />
}

function Thanks({ onNext }: { onNext(): void }) {
  const { data: ratable } = useQuery(ratableQuery(useApi()))
  useEffect(() => {
    window.scrollTo({ top: 0 })
  }, [])
  return (
    <FeedbackPage>
      <FeedbackSection>
        <Outcome icon="check" title={m.star_thanks()} level={1} arrived>
          <p>{m.star_thanks_text()}</p>
          <FeedbackActions>
            {(ratable?.items.length ?? 0) > 0 && <Button onClick={onNext}>{m.star_thanks_next()}</Button>}
            <ButtonLink to="/member/order/overview" look="secondary">
              {m.star_thanks_bookings()}
            </ButtonLink>
          </FeedbackActions>
        </Outcome>
      </FeedbackSection>
    </FeedbackPage>
  )
}
