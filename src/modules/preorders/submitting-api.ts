import { reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import { takeTurn } from '#http/rate-limits.ts'
import type { Locale } from '#i18n/locale.ts'
import { refuse } from '#lib/result.ts'
import { receiveUploads } from '#modules/files/receive-upload.ts'
import { uploadStatus, type UploadCallRefusal } from '#modules/files/wire.ts'
import { suspensionText } from '#modules/orders/texts.ts'
import { defaultSettings } from '#modules/settings/rules.ts'
import type { z } from 'zod'
import type { PreOrdersDeps } from './deps.ts'
import { editPreOrder, type EditRefusal } from './edit-preorder.ts'
import { lineFrom } from './line-wire.ts'
import type { RequestRefusal } from './prepare-request.ts'
import { presentOutcome } from './present.ts'
import { askedKinds, type DocumentRules } from './rules.ts'
import { submitPreOrder, type Submitted, type SubmitRefusal } from './submit-preorder.ts'
import { DocsAnswer, DocsForm, EditBody, SubmitBody, SubmittedAnswer } from './wire.ts'
import { lineProblemTitle, overCapReason } from './texts.ts'

const requestStatus = {
  window_closed: 409,
  ballot_round: 409,
  lines_refused: 422,
  dates_taken: 409,
  over_cap: 422,
  suspended: 403,
} as const satisfies StatusOf<RequestRefusal>
const submitStatus = {
  ...requestStatus,
  not_found: 404,
  already_submitted: 409,
  too_many_drafts: 409,
  documents_unknown: 422,
  documents_too_many: 422,
} as const satisfies StatusOf<SubmitRefusal>
const editStatus = {
  ...requestStatus,
  not_found: 404,
  cannot_edit: 409,
  too_many_requests: 429,
  documents_unknown: 422,
  documents_too_many: 422,
} as const satisfies StatusOf<EditRefusal>

const uploadsAnHour = 100
const hour = 3600

/** Calls that submit, edit, and upload documents. */
export function submittingApi(api: Api, deps: PreOrdersDeps): void {
  const { db, files, rounds, bookingsChanged } = deps
  const documentRules = async (now: Date) => (await rounds.find(undefined, now))?.documents ?? defaultSettings.documents

  api.add(
    {
      method: 'post',
      path: '/api/PreOrder/Community',
      summary: 'B22 Submit a pre-order, or the draft of this number: the dates are taken at once',
      access: 'community',
      body: SubmitBody,
      answers: { 201: SubmittedAnswer },
      refusals: submitStatus,
    },
    async ({ body, session, locale, now }) => {
      const submitted = await submitPreOrder(deps, inputOf(body, session.memberId, await documentRules(now)), now)
      if (!submitted.ok) return refuse(inWords(submitted.refusal, locale))
      if (!submitted.value.again) bookingsChanged(submitted.value.facilityIds)
      return reply(201, presentSubmitted(submitted.value, locale))
    },
  )

  api.add(
    {
      method: 'put',
      path: '/api/PreOrder/Community',
      summary: 'B23 Change what is registered, until the window ends',
      access: 'community',
      body: EditBody,
      answers: { 200: SubmittedAnswer },
      refusals: editStatus,
    },
    async ({ body, session, locale, now }) => {
      const edited = await editPreOrder(deps, { ...inputOf(body, session.memberId, await documentRules(now)), orderNo: body.orderNo }, now)
      if (!edited.ok) return refuse(inWords(edited.refusal, locale))
      bookingsChanged(edited.value.facilityIds)
      return reply(200, presentSubmitted(edited.value, locale))
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/PreOrder/CommunityAndUser/Docs',
      summary: 'B24 Upload documents, several at once; they are removed after a day unless a pre-order refers to them',
      access: 'community',
      multipart: DocsForm,
      answers: { 201: DocsAnswer },
      refusals: uploadStatus,
    },
    async ({ request, session, now }) => {
      const wait = await takeTurn(db, { key: `upload:${session.memberId}`, limit: uploadsAnHour, seconds: hour }, now)
      if (wait) return refuse<UploadCallRefusal>({ code: 'upload_too_often', ...wait })
      const keeping = { db, store: files, ownerId: session.memberId, purpose: 'upload', now } as const
      const received = await receiveUploads(request, { field: 'uploads', max: (await documentRules(now)).atMost }, keeping)
      return received.ok ? reply(201, received.value) : refuse<UploadCallRefusal>(received.refusal)
    },
  )
}

function inputOf({ lines, documents, documentIds, ...body }: z.output<typeof SubmitBody>, memberId: string, rules: DocumentRules) {
  const kinds = askedKinds(rules)
  return {
    ...body,
    lines: lines.map(lineFrom),
    documents: [...documents, ...documentIds.map((fileId, n) => ({ fileId, kind: kinds[n] ?? kinds.at(-1)! }))],
    memberId,
  }
}

const presentSubmitted = ({ orderNo, state, amount, lines }: Submitted, locale: Locale) => ({
  orderNo,
  status: state,
  amount,
  lines: presentOutcome(lines, locale),
})

/** Refusals as problem details, for each date or line. */
function inWords<R extends SubmitRefusal | EditRefusal>(refusal: R, locale: Locale): { code: R['code'] } {
  if (refusal.code === 'over_cap') return Object.assign({ reason: overCapReason(refusal, locale) }, refusal)
  if (refusal.code === 'suspended') return Object.assign(suspensionText(refusal.until, locale), { code: refusal.code })
  if (refusal.code === 'dates_taken') return Object.assign({ lines: presentOutcome(refusal.lines, locale) }, { code: refusal.code })
  if (refusal.code !== 'lines_refused') return refusal
  const items = refusal.items.map((problem) => ({ ...problem, title: lineProblemTitle(problem, locale) }))
  return Object.assign(
    { items, errors: items.map(({ line, title }) => ({ path: `lines.${line}`, message: title })) },
    { code: refusal.code },
  )
}
