import type { After } from '#modules/after.ts'
import type { Locale } from '#i18n/languages.ts'
import type { Db } from '#db/connect.ts'
import type { OnFailure } from '#db/one-by-one.ts'
import { reply, type Api } from '#http/call.ts'
import type { StatusOf } from '#http/problem.ts'
import { managerRoles } from '#http/session.ts'
import { refuse } from '#lib/result.ts'
import type { FileStore } from '#modules/files/storage.ts'
import type { ReleaseDates } from '#modules/closures/cancel-bookings-for-closure.ts'
import { changeCatalogue, type ChangeRefusal } from './change-catalogue.ts'
import { parseChanges } from './file.ts'
import { measurePictures } from './measure-pictures.ts'
import { presentDocument, presentErrors, presentPlan } from './present.ts'
import { previewChange } from './preview-change.ts'
import { readCatalogueFile, readUse, revisionsOf } from './read-catalogue-file.ts'
import { CatalogueAnswer, ChangeBody, PlanAnswer, PreviewBody } from './wire.ts'

export type CatalogueDeps = Pick<After, 'moneyOwed'> & {
  db: Db
  files: FileStore
  publicUrl: string
  releaseDates: ReleaseDates
  /** Told of a booking that could not be cancelled; a job tries it again. */
  onFailure?: OnFailure
  /** Called after the commit when there are new pictures. */
  onPictures(): Promise<void>
}

const changeStatus = {
  catalogue_invalid: 422,
  changed_meanwhile: 409,
  touched_changed: 409,
  own_card: 403,
} as const satisfies StatusOf<ChangeRefusal>

/** Staff read and change the catalogue. */
export function catalogueStaffApi(api: Api, { db, files, releaseDates, moneyOwed, onFailure, onPictures }: CatalogueDeps): void {
  api.add(
    {
      method: 'get',
      path: '/api/Staff/Catalogue',
      summary: 'The whole catalogue as a file, with the revision of each part',
      access: managerRoles,
      answers: { 200: CatalogueAnswer },
    },
    async ({ now }) => {
      const file = await readCatalogueFile(db)
      const { inUse, bookedAhead, holders, rented, everRented } = await readUse(db, now)
      return reply(200, {
        file: presentDocument(file),
        revisions: revisionsOf(file),
        everBooked: { facilities: [...inUse.facilities], courts: [...inUse.courts], identities: [...inUse.identities] },
        bookedAhead: [...bookedAhead],
        holders: Object.fromEntries(holders),
        rented: [...rented],
        everRented: [...everRented],
      })
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Catalogue/Preview',
      reads: true,
      summary: 'What a change of the catalogue would do: errors, before and after, bookings, prices; nothing is changed',
      access: managerRoles,
      body: PreviewBody,
      answers: { 200: PlanAnswer },
    },
    async ({ body: { changes, mode, basedOn }, session, locale, now }) => {
      const parsed = parseChanges(changes)
      const measured = await measurePictures({ db, files }, parsed.changes, session.memberId)
      const preview = await previewChange(db, { changes: parsed.changes, mode, basedOn, measured }, now)
      return reply(200, presentPlan(parsed.errors.length > 0 ? { ...preview, errors: parsed.errors } : preview, locale))
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Staff/Catalogue/Change',
      summary: 'Change the catalogue; bookings that have no place in it any more are cancelled and paid back in full',
      access: managerRoles,
      body: ChangeBody,
      answers: { 200: PlanAnswer },
      refusals: changeStatus,
    },
    async ({ body, session, locale, audit, now }) => {
      const { changes, errors } = parseChanges(body.changes)
      if (errors.length > 0) return refused({ code: 'catalogue_invalid', problems: errors })
      const measured = await measurePictures({ db, files }, changes, session.memberId)
      const change = { ...body, changes, measured, by: session.memberId }
      const changed = await changeCatalogue({ db, releaseDates, onFailure }, change, audit, now)
      if (!changed.ok) return refused(changed.refusal)
      moneyOwed(changed.value.facilityIds)
      if (measured.size > 0) await onPictures()
      return reply(200, presentPlan(changed.value, locale))

      function refused(refusal: ChangeRefusal) {
        return refuse<{ code: ChangeRefusal['code'] }>(inWords(refusal, locale))
      }
    },
  )
}

function inWords(refusal: ChangeRefusal, locale: Locale) {
  switch (refusal.code) {
    case 'own_card':
      return refusal
    case 'catalogue_invalid':
      return { code: refusal.code, problems: presentErrors(refusal.problems, locale) }
    case 'changed_meanwhile': {
      const { conflicts, revisions } = presentPlan(refusal.preview, locale)
      return { code: refusal.code, revisions, who: conflicts.find(({ changedBy }) => changedBy)?.changedBy ?? '', conflicts }
    }
    case 'touched_changed':
      return { code: refusal.code, count: refusal.preview.touched.length, touched: presentPlan(refusal.preview, locale).touched }
  }
}
