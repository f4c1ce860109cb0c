import { dataLocales, type Locale } from '#i18n/languages.ts'
import { reply, type Api } from '#http/call.ts'
import { idempotencyKeyOf, keyStatus } from '#http/idempotency-key.ts'
import type { StatusOf } from '#http/problem.ts'
import { deskRoles, isManager, managerRoles } from '#http/session.ts'
import { refuse } from '#lib/result.ts'
import { minuteFrom } from '#lib/zone.ts'
import { readName } from '#modules/centre/store.ts'
import { pinCatalogue } from '#modules/venues/catalogue.ts'
import type { z } from 'zod'
import { changeWords, retryClosure, type RetryRefusal, type WordsRefusal } from './change-closure.ts'
import { presentEffect } from './closure-present.ts'
import {
  ClosureIdAnswer,
  ClosureIdBody,
  EffectAnswer,
  LetterAnswer,
  LiftClosureBody,
  LiftedAnswer,
  LetterBody,
  PlanBody,
  RunBody,
  WordsBody,
} from './closure-wire.ts'
import type { ClosuresDeps } from './deps.ts'
import { liftClosure, type ClosureLiftRefusal } from './lift-closure.ts'
import { readEffect, whyNotPayBack, type PaysBackRefusal, type PlanRefusal } from './read-effect.ts'
import type { ClosurePlan } from './rules.ts'
import { sampleLetter } from './alternatives.ts'
import { mayDeskClose, startClosure, type StartRefusal } from './start-closure.ts'

const planStatus = {
  no_such_facility: 404,
  no_such_court: 404,
  ends_in_past: 422,
  closure_by_manager: 403,
  own_card: 403,
  closure_of_used: 403,
} as const satisfies StatusOf<PlanRefusal | PaysBackRefusal | { code: 'closure_by_manager' }>
const startStatus = {
  ...planStatus,
  ...keyStatus,
  closure_changed: 409,
  floor_closed_already: 409,
} as const satisfies StatusOf<StartRefusal>
const refused = <R extends { code: keyof typeof startStatus }>(refusal: R) => refuse<{ code: keyof typeof startStatus }>(refusal)
const planRefused = (refusal: { code: keyof typeof planStatus }) => refuse<{ code: keyof typeof planStatus }>(refusal)

const notThere = (code: 'no_such_facility' | 'no_such_court', path: string) => refuse({ code, path })

const liftStatus = {
  not_found: 404,
  already_lifted: 409,
  closure_over: 409,
  closure_by_manager: 403,
} as const satisfies StatusOf<ClosureLiftRefusal>
const wordsStatus = { not_found: 404, closure_words_changed: 409 } as const satisfies StatusOf<WordsRefusal>
const retryStatus = { not_found: 404, already_lifted: 409, nothing_failed: 409 } as const satisfies StatusOf<RetryRefusal>

const planOf = ({ facilities, courts, from, to, opens, closes, weekdays }: z.output<typeof PlanBody>): ClosurePlan => ({
  facilityIds: [...new Set(facilities)].toSorted((a, b) => a - b),
  courtIds: [...new Set(courts)],
  fromDay: from,
  toDay: to,
  fromMinute: minuteFrom(opens),
  toMinute: minuteFrom(closes),
  weekdays: [...new Set(weekdays)],
})

/** Closures: tried out, started, reworded, opened again early. */
export function closureApi(api: Api, deps: ClosuresDeps): void {
  tryClosures(api, deps)
  startClosures(api, deps)
  changeClosures(api, deps)
}

function tryClosures(api: Api, { db, catalogues, publicUrl }: ClosuresDeps): void {
  api.add(
    {
      method: 'post',
      path: '/api/Staff/Closure/Preview',
      reads: true,
      summary: 'Everything that a closure would do, with a fingerprint; nothing is changed',
      access: deskRoles,
      body: PlanBody,
      answers: { 200: EffectAnswer },
      refusals: planStatus,
    },
    async ({ body, session, locale, now }) => {
      const plan = planOf(body)
      const catalogue = await catalogues.current()
      if (!isManager(session) && !(await mayDeskClose(db, catalogue, plan, now))) return planRefused({ code: 'closure_by_manager' })
      const effect = await readEffect(db, catalogue, plan, now)
      if (!effect.ok) return planRefused(effect.refusal)
      const why = await whyNotPayBack(db, effect.value, { by: session.memberId, byDesk: !isManager(session) }, now)
      if (why) return planRefused(why)
      return reply(200, presentEffect(catalogue, effect.value, locale))
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Closure/Letter',
      reads: true,
      summary: 'The mail and the text of a closure, for an invented booking',
      access: managerRoles,
      body: LetterBody,
      answers: { 200: LetterAnswer },
      refusals: { no_such_facility: 404, no_such_court: 404 },
    },
    async ({ body: { venue1stId, offered, ...closure }, now }) => {
      const { facilityOf, courtOf } = await catalogues.current()
      const facility = facilityOf.get(venue1stId)
      if (!facility || facility.retired) return notThere('no_such_facility', 'venue1stId')
      const other = offered && courtOf.get(offered.to.venue2ndId)
      if (offered && !other) return notThere('no_such_court', 'offered.to.venue2ndId')
      const alternative = offered && other && { from: offered.from, to: { ...offered.to, ...other } }
      const link = `${publicUrl}/redirectToResult`
      const letter = async (locale: Locale) =>
        sampleLetter(facility, { closure, alternative }, { centre: await readName(db, locale), link }, locale, now)
      return reply(
        200,
        Object.fromEntries(await Promise.all(dataLocales.map(async (locale) => [locale, await letter(locale)]))) as LetterAnswer,
      )
    },
  )
}

function startClosures(api: Api, { db, catalogues, jobs, moneyOwed }: ClosuresDeps): void {
  api.add(
    {
      method: 'post',
      path: '/api/Staff/Closure/Run',
      summary:
        'Close courts or facilities at once, and cancel its bookings one by one with full refunds, or hold other floor for them for a day',
      access: deskRoles,
      body: RunBody,
      answers: { 202: ClosureIdAnswer },
      refusals: startStatus,
    },
    async ({ body: { plan, ...wanted }, request, session, locale, audit, now }) => {
      const key = idempotencyKeyOf(request)
      if (!key.ok) return refused(key.refusal)
      const pinned = await pinCatalogue({ db, catalogues, jobs })
      const by = { by: session.memberId, byDesk: !isManager(session) }
      const started = await startClosure(pinned, { ...wanted, plan: planOf(plan), key: key.value, ...by }, audit, now)
      if (started.ok) {
        moneyOwed(started.value.facilityIds)
        return reply(202, { id: started.value.id })
      }
      const { refusal } = started
      if (refusal.code !== 'closure_changed') return refused(refusal)
      const catalogue = await pinned.catalogues.current()
      return refused({ code: refusal.code, effect: presentEffect(catalogue, refusal.effect, locale) })
    },
  )
}

function changeClosures(api: Api, deps: ClosuresDeps): void {
  api.add(
    {
      method: 'post',
      path: '/api/Staff/Closure/Words',
      summary: 'Change the words of a closure, on pages and in mails that are not written yet',
      access: managerRoles,
      body: WordsBody,
      answers: { 204: null },
      refusals: wordsStatus,
    },
    async ({ body, audit }) => {
      const changed = await changeWords(deps, body, audit)
      if (!changed.ok) return changed
      deps.moneyOwed(changed.value.facilityIds)
      return reply(204)
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Closure/Lift',
      summary:
        'Open again what is closed, or one facility of it; bookings that are not cancelled yet stay or have their floor back, those that are cancelled are offered to their members first',
      access: deskRoles,
      body: LiftClosureBody,
      answers: { 200: LiftedAnswer },
      refusals: liftStatus,
    },
    async ({ body, session, audit, now }) => {
      const asked = { id: body.id, by: session.memberId, facilityId: body.venue1stId, onlyOwn: !isManager(session) }
      const lifted = await liftClosure(deps, asked, audit, now)
      if (!lifted.ok) return lifted
      const { facilityIds, restored, offered, told, untold } = lifted.value
      deps.moneyOwed(facilityIds)
      return reply(200, { restored, offered, told, untold })
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Closure/Retry',
      summary: 'Try bookings again that could not be cancelled',
      access: managerRoles,
      body: ClosureIdBody,
      answers: { 204: null },
      refusals: retryStatus,
    },
    async ({ body, audit }) => {
      const retried = await retryClosure(deps, body.id, audit)
      return retried.ok ? reply(204) : retried
    },
  )
}
