import { reply, type Api } from '#http/call.ts'
import { addressGroup } from '#http/client-address.ts'
import { takeTurn, type Limit } from '#http/rate-limits.ts'
import { staffRolesOf } from '#http/session.ts'
import { refuse, type Result } from '#lib/result.ts'
import { openFile, type OpeningDeps } from './open-file.ts'
import { receiveUpload } from './receive-upload.ts'
import type { Keeping } from './keep-files.ts'
import type { StoredFile } from './store.ts'
import {
  cacheHeaders,
  fileHeaders,
  FileParams,
  FileQuery,
  isUnchanged,
  UploadedFile,
  UploadForm,
  uploadStatus,
  type UploadCallRefusal,
} from './wire.ts'

const hour = 3600

export type FilesDeps = OpeningDeps & {
  /** Whether published content, or the draft that a preview link opens, shows this file. Wired to the modules that know. */
  isForEverybody?: (asked: { fileId: string; preview: string | undefined }, now: Date) => Promise<boolean>
}

export function filesApi(api: Api, { db, store, usesOf, isForEverybody = async () => false }: FilesDeps): void {
  api.add(
    {
      method: 'get',
      path: '/api/File/{id}',
      summary: 'The bytes of a file, for its owner, for staff whose work needs it, and for everybody once it is published',
      access: 'public',
      params: FileParams,
      query: FileQuery,
      answers: { 200: 'bytes', 304: null },
      refusals: { not_found: 404 },
    },
    async ({ params, query, session, request, audit, now }) => {
      const viewer = session && { ...session, roles: staffRolesOf(session) }
      const opened = await openFile({ db, store, usesOf }, params.id, viewer, () =>
        isForEverybody({ fileId: params.id, preview: query.preview }, now),
      )
      if (!opened.ok) return opened
      const { file, bytes, shownBecause } = opened.value
      const action = shownBecause?.viewedAs
      if (action) await audit(db, { action, subject: { kind: 'member', id: file.owner_id ?? '' }, after: { file: file.id } })
      if (isUnchanged(request.headers.get('if-none-match'), file.sha256)) return reply(304, undefined, cacheHeaders(file))
      return reply(200, bytes, fileHeaders(file))
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/File',
      summary: 'Upload the signed privacy file; before there is an account, it waits a day for a registration that uses it',
      access: 'public',
      multipart: UploadForm,
      answers: { 201: UploadedFile },
      refusals: uploadStatus,
    },
    async ({ request, session, address, now }) => {
      const turn = { key: `upload:${addressGroup(address)}`, limit: 20, seconds: hour }
      const received = await receiveInTurn(request, turn, { db, store, ownerId: session?.memberId ?? null, purpose: 'privacy', now })
      return received.ok ? reply(201, received.value) : received
    },
  )

  api.add(
    {
      method: 'post',
      path: '/api/Upload',
      summary: 'Upload a file; it is removed after a day unless something refers to it',
      access: 'member',
      multipart: UploadForm,
      answers: { 201: UploadedFile },
      refusals: uploadStatus,
    },
    async ({ request, session, now }) => {
      const turn = { key: `upload:${session.memberId}`, limit: 100, seconds: hour }
      const received = await receiveInTurn(request, turn, { db, store, ownerId: session.memberId, purpose: 'upload', now })
      return received.ok ? reply(201, received.value) : received
    },
  )
}

async function receiveInTurn(request: Request, turn: Limit, keeping: Keeping): Promise<Result<StoredFile, UploadCallRefusal>> {
  const wait = await takeTurn(keeping.db, turn, keeping.now)
  return wait ? refuse({ code: 'upload_too_often', ...wait }) : receiveUpload(request, 'upload', keeping)
}
