import type { DB } from '#db/tables.gen.ts'
import type { StaffRole } from '#http/session.ts'
import type { Message } from '#i18n/text.ts'
import { haveCommon } from '#lib/have-common.ts'

type FileColumn = { [T in keyof DB & string]: `${T}.${Extract<keyof DB[T], `${string}file_id`>}` }[keyof DB & string]

/** A kind of rows that refer to files. */
export type FileUse = {
  /** What such files are called. */
  title: Message
  /** The foreign keys to `files`. */
  columns: readonly FileColumn[]
  /** The roles that may open files that somebody else has uploaded. */
  openedBy: readonly StaffRole[]
  /** What opening a person's file is called in the audit log. Files of the centre's own pages, and photos of faults, are no person's. */
  viewedAs: string | undefined
}
/** By the name under which the API lists them. */
export type FileUses = Readonly<Record<string, FileUse>>

export type Viewer = { memberId: string; roles: readonly StaffRole[] }

/** A file that nothing refers to is visible to its owner only. */
export function mayOpen(
  file: { ownerId: string | null; published: boolean; uses: readonly FileUse[] },
  viewer: Viewer | undefined,
): boolean {
  if (file.published) return true
  if (viewer === undefined) return false
  return viewer.memberId === file.ownerId || file.uses.some((use) => mayOpenFor(use, viewer))
}

export const mayOpenFor = ({ openedBy }: FileUse, viewer: Viewer | undefined): boolean =>
  viewer !== undefined && haveCommon(openedBy, viewer.roles)
