import type { ApiClient } from '#client/api-client.ts'
import { ApiProblem } from '#client/api-problem.ts'
import { m } from '#i18n/generated/messages.js'
import type { Uploaded, Uploading } from '#ui/kit/upload-field.tsx'
import type { ImportAnswer } from '#ui/staff/kit/catalogue-types.ts'
import { useRef } from 'react'

export type Mode = 'merge' | 'replace'

/** A file that the API has read: what is wrong with it, or what it says. */
export type Imported = Uploaded & { answer: ImportAnswer }

/** The API reads no larger file. */
const largest = 2_000_000

/** How the file field sends a catalogue file. Nothing is changed by it. */
export function useImport(api: ApiClient, mode: Mode): Uploading<Imported> {
  const count = useRef(0)
  return {
    check: ({ name, size }) => {
      if (!/\.(json|xlsx)$/i.test(name)) return m.catalogue_error_unknown_kind()
      return size > largest ? m.catalogue_error_file_too_large({ maximum: largest / 1_000_000 }) : undefined
    },
    send: async (file, options) => {
      const answer = await api.upload<ImportAnswer>(`/api/Staff/Catalogue/Import?mode=${mode}`, file, { field: 'file', ...options })
      return { id: String(++count.current), name: file.name, size: file.size, answer }
    },
    explain: (error) => (error instanceof ApiProblem && error.title ? error.title : m.error_request_failed()),
  }
}
