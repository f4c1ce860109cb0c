import { reply, type Api } from '#http/call.ts'
import { managerRoles } from '#http/session.ts'
import { renderMarkdown } from '#lib/markdown.ts'
import { changeCentre } from './change-centre.ts'
import type { CentreDeps } from './deps.ts'
import { fillText } from './own-texts.ts'
import { presentForStaff } from './present.ts'
import type { Centre } from './rules.ts'
import { readCentre, readFace } from './store.ts'
import { CentreTextAnswer, ChangeCentreBody, PreviewTextBody, StaffCentreAnswer } from './wire.ts'

const statusOf = { changed_meanwhile: 409, no_such_file: 422, logo_too_small: 422, not_a_logo: 422 } as const

/** Calls of staff: the centre's face. */
export function centreStaffApi(api: Api, deps: CentreDeps): void {
  const { db } = deps
  const present = async (centre: Centre) =>
    presentForStaff(centre, centre.changedBy === null ? undefined : await deps.nameOfMember(db, centre.changedBy))

  api.add(
    {
      method: 'get',
      path: '/api/Staff/Centre',
      summary: 'The centre’s name, contact, logo, colour and texts in both languages, with the version to change',
      access: managerRoles,
      answers: { 200: StaffCentreAnswer },
    },
    async () => reply(200, await present(await readCentre(db))),
  )

  api.add(
    {
      method: 'put',
      path: '/api/Staff/Centre',
      summary: 'Change the centre; fields that are left out stay. The logo is a file of the caller’s own, uploaded before',
      access: managerRoles,
      body: ChangeCentreBody,
      answers: { 200: StaffCentreAnswer },
      refusals: statusOf,
    },
    async ({ body, session, audit, now }) => {
      const changed = await changeCentre(deps, body, { id: session.memberId, audit }, now)
      return changed.ok ? reply(200, await present(changed.value)) : changed
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Centre/Preview',
      reads: true,
      summary: 'A text as its page will show it: Markdown as HTML, with the placeholders filled in. Nothing is saved',
      access: managerRoles,
      body: PreviewTextBody,
      answers: { 200: CentreTextAnswer },
    },
    async ({ body: { text, language } }) => reply(200, { html: renderMarkdown(fillText(text, await readFace(db), language)) }),
  )
}
