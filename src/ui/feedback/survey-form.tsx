import { m } from '#i18n/generated/messages.js'
import { aspects, longest, type Aspect, type Aspects } from '#modules/feedback/rules.ts'
import type { RatableAnswer } from '#modules/feedback/wire.ts'
import { useApi } from '#ui/session/use-api.ts'
import { Button } from '#ui/kit/button.tsx'
import { Callout } from '#ui/kit/callout.tsx'
import { useDraft } from '#ui/kit/draft.ts'
import { TextArea } from '#ui/kit/field.tsx'
import { FormProblem } from '#ui/kit/form-problem.tsx'
import { useSubmit } from '#ui/kit/use-submit.ts'
import { useQueryClient } from '@tanstack/react-query'
import { FeedbackSection } from './feedback-page.tsx'
import { StarField } from './star-field.tsx'
import style from './survey.module.css'
import { ratableKey } from '#ui/orders/survey-queries.ts'
import { formatPeriod } from '#i18n/dates.ts'
import { getLocale } from '#i18n/generated/runtime.js'
import { CourtDrawing } from '#ui/kit/court-drawing.tsx'
import { RadioCard } from '#ui/kit/radio-card.tsx'
import { FacilityCourt } from '#ui/venues/facility-court.tsx'

type Values = { choice: string; stars: number; aspects: Aspects; comment: string }
type Props = { ratable: RatableAnswer; memberId: string; wanted: string | undefined; onDone(): void }

const aspectWord: Record<Aspect, () => string> = {
  cleanliness: m.star_aspect_cleanliness,
  equipment: m.star_aspect_equipment,
  staff: m.star_aspect_staff,
  value: m.star_aspect_value,
}

/** Form to rate a visit or the centre. */
export function SurveyForm({ ratable, memberId, wanted, onDone }: Props) {
  const api = useApi()
  const queryClient = useQueryClient()
  const isKnown = (choice: string | undefined) =>
    choice === centre ? !ratable.centreRated : ratable.items.some(({ orderNo }) => orderNo === choice)
  const first = isKnown(wanted) ? wanted! : (ratable.items[0]?.orderNo ?? (ratable.centreRated ? '' : centre))
  const { values, change, clear } = useDraft<Values>(`star:${memberId}:${wanted ?? ''}`, {
    choice: first,
    stars: 0,
    aspects: {},
    comment: '',
  })
  // The chosen visit may have been rated meanwhile, in another tab.
  const choice = isKnown(values.choice) ? values.choice : first
  const { form, busy, refused, errorAt } = useSubmit(
    async () => {
      const { stars, aspects: rated, comment } = values
      await api.post('/api/Star', { ...(choice === centre ? {} : { orderNo: choice }), stars, aspects: rated, comment })
      clear()
      await queryClient.invalidateQueries({ queryKey: ratableKey })
      onDone()
    },
    { check: () => (values.stars === 0 ? [{ path: 'stars', message: m.star_choose() }] : []) },
  )
  return (
    <form className="stack gap-5" {...form}>
      {wanted !== undefined && !isKnown(wanted) && <Callout>{m.star_not_ratable()}</Callout>}
      <FeedbackSection>
        <VisitChoice ratable={ratable} value={choice} onChange={(next) => change({ choice: next })} error={errorAt('orderNo')} />
      </FeedbackSection>
      <FeedbackSection roomy>
        <StarField
          name="stars"
          legend={m.star_overall()}
          large
          value={values.stars}
          onChange={(stars) => change({ stars })}
          error={errorAt('stars') && m.star_choose()}
        />
        <AspectFields rated={values.aspects} onChange={(next) => change({ aspects: next })} />
        <TextArea
          id="survey-comment"
          name="comment"
          label={m.star_comment()}
          error={errorAt('comment')}
          optional
          rows={4}
          maxLength={longest.comment}
          value={values.comment}
          onChange={({ target }) => change({ comment: target.value })}
        />
      </FeedbackSection>
      <FormProblem refused={refused} />
      <Button type="submit" wide busy={busy}>
        {m.star_submit()}
      </Button>
    </form>
  )
}

function AspectFields({ rated, onChange }: { rated: Aspects; onChange(rated: Aspects): void }) {
  return (
    <div role="group" aria-label={m.star_aspects()} className={style.aspects}>
      {aspects.map((one) => (
        <StarField
          key={one}
          name={one}
          legend={aspectWord[one]()}
          optional
          value={rated[one] ?? 0}
          onChange={(stars) => {
            const { [one]: _, ...others } = rated
            onChange(stars === 0 ? others : { ...others, [one]: stars })
          }}
        />
      ))}
    </div>
  )
}

/** Value for the centre as a whole, besides order numbers. */
const centre = 'centre'

type VisitChoiceProps = { ratable: RatableAnswer; value: string; onChange(choice: string): void; error: string | undefined }

/** Choice of the visit to rate: past visits that are not rated yet, or the centre as a whole. */
function VisitChoice({ ratable: { items, centreRated }, value, onChange, error }: VisitChoiceProps) {
  const locale = getLocale()
  const standingFor = (choice: string) => ({
    className: style.choice,
    name: 'orderNo',
    value: choice,
    checked: value === choice,
    onChange: () => onChange(choice),
  })
  return (
    <fieldset role="radiogroup" aria-invalid={error ? true : undefined} tabIndex={error ? -1 : undefined} className={style.visits}>
      <legend>{m.star_which()}</legend>
      {items.length === 0 && <p className="soft">{m.star_none()}</p>}
      {items.map(({ orderNo, venue1stName, venue2ndName, drawing, colour, start, end, more }) => (
        <RadioCard key={orderNo} {...standingFor(orderNo)}>
          <FacilityCourt drawing={drawing} colour={colour} className={style.court} />
          <span className={style.visit}>
            <b>
              {venue1stName} · {venue2ndName}
            </b>
            <span>
              {formatPeriod(new Date(start), new Date(end), locale)} {more > 0 && m.star_more({ count: more })}
            </span>
          </span>
        </RadioCard>
      ))}
      <RadioCard {...standingFor(centre)} disabled={centreRated}>
        <CourtDrawing sport="field" className={style.court} />
        <span className={style.visit}>
          <b>{m.star_centre()}</b>
          <span>{centreRated ? m.star_centre_rated() : m.star_centre_hint()}</span>
        </span>
      </RadioCard>
      {error && (
        <p className={style.wrong} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
