import type { DB } from '#db/tables.gen.ts'
import { isOwnAccount, type ClubRole } from '#http/club-calls.ts'
import type { Session, StaffRole } from '#http/session.ts'
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
  /** The roles of a club that may open those of the club. */
  inClub: readonly ClubRole[]
  /** What opening a person's file is called in the audit log. Files of the centre's own pages, and photos of faults, are no person's. */
  viewedAs: string | undefined
}
/** By the name under which the API lists them. */
export type FileUses = Readonly<Record<string, FileUse>>

export type Viewer = Pick<Session, 'memberId' | 'personId' | 'clubRole' | 'roles'>
type Opened = { ownerId: string | null; uses: readonly FileUse[] }

/** Everything of one's own account; of a club's files those for whose uses one's role in it is. */
export const isTheirs = ({ ownerId, uses }: Opened, viewer: Viewer | undefined): boolean =>
  viewer !== undefined &&
  viewer.memberId === ownerId &&
  (isOwnAccount(viewer) || uses.every(({ inClub }) => viewer.clubRole !== null && inClub.includes(viewer.clubRole)))

/** A file that nothing refers to is visible to its owner only. */
export const mayOpen = (file: Opened & { published: boolean }, viewer: Viewer | undefined): boolean =>
  file.published || isTheirs(file, viewer) || file.uses.some((use) => mayOpenFor(use, viewer))

export const mayOpenFor = ({ openedBy }: FileUse, viewer: Viewer | undefined): boolean =>
  viewer !== undefined && haveCommon(openedBy, viewer.roles)
