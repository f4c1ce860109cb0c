import { deskRoles, editorRoles, managerRoles, financeRoles, type StaffRole } from '#http/session.ts'
import { haveCommon } from '#lib/have-common.ts'

/** The kinds of rows that refer to a file: the names in the view `file_uses`. */
export const fileUses = [
  'consent',
  'identity-proof',
  'community-document',
  'preorder-document',
  'passbook',
  'appeal',
  'logo',
  'article',
  'highlight',
  'facility',
  'report-photo',
] as const
export type FileUse = (typeof fileUses)[number]

/** For each kind, the roles that may open files that somebody else has uploaded. */
export const openedBy: Readonly<Record<FileUse, readonly StaffRole[]>> = {
  consent: managerRoles,
  'identity-proof': deskRoles,
  'community-document': deskRoles,
  'preorder-document': deskRoles,
  passbook: financeRoles,
  appeal: managerRoles,
  logo: managerRoles,
  article: editorRoles,
  highlight: editorRoles,
  facility: managerRoles,
  'report-photo': deskRoles,
}

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

export const mayOpenFor = (use: FileUse, viewer: Viewer | undefined): boolean =>
  viewer !== undefined && haveCommon(openedBy[use], viewer.roles)

/** What opening a person's file is called in the audit log. Files of the centre's own pages, and photos of faults, are no person's. */
export const viewedAs = {
  consent: 'consent.viewed',
  'identity-proof': 'proof.viewed',
  'community-document': 'community_document.viewed',
  'preorder-document': 'preorder_document.viewed',
  passbook: 'passbook.viewed',
  appeal: 'appeal_file.viewed',
  logo: undefined,
  article: undefined,
  highlight: undefined,
  facility: undefined,
  'report-photo': undefined,
} as const satisfies Record<FileUse, string | undefined>
