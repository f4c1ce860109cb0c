import { m } from '#i18n/generated/messages.js'
import type { MemberAnswer } from '#modules/accounts/wire.ts'
import type { DocumentKind } from '#modules/preorders/rules.ts'
import type { LineBody, PreOrderDetail, SeasonAlternative } from '#modules/preorders/wire.ts'
import { datesOf } from './wish-dates.ts'

export type PreOrderDocument = { fileId: string; kind: DocumentKind; name: string; size: number; type: string }

/** Values of the form, as typed. */
export type PreOrderValues = {
  title: string
  purpose: string
  contactName: string
  contactPhone: string
  headcount: string
  lines: LineBody[]
  documents: PreOrderDocument[]
}

export const blankValues = (member: MemberAnswer): PreOrderValues => ({
  title: '',
  purpose: '',
  contactName: member.community?.representative || member.name,
  contactPhone: member.mobile,
  headcount: '',
  lines: [],
  documents: [],
})

export const valuesOf = (detail: PreOrderDetail): PreOrderValues => ({
  title: detail.title,
  purpose: detail.purpose,
  contactName: detail.contactName,
  contactPhone: detail.contactPhone,
  headcount: detail.headcount > 0 ? String(detail.headcount) : '',
  lines: detail.wishes,
  documents: detail.documents,
})

/** Body of the save and submit calls. */
export const bodyOf = ({ headcount, documents, ...values }: PreOrderValues) => ({
  ...values,
  headcount: /^\d{1,4}$/.test(headcount.trim()) ? Number(headcount) : 0,
  documents: documents.map(({ fileId, kind }) => ({ fileId, kind })),
})

/** Labels of the fields that are still empty, so that they are known long before the window opens. */
export function missingIn(values: PreOrderValues): string[] {
  const missing: [boolean, () => string][] = [
    [values.lines.flatMap(datesOf).length === 0, m.preorder_lines],
    [values.title.trim() === '', m.preorder_field_title],
    [values.contactName.trim() === '', m.orders_contact_name],
    [values.contactPhone.trim() === '', m.orders_contact_phone],
    [bodyOf(values).headcount < 1, m.preorder_field_headcount],
  ]
  return missing.filter(([lacks]) => lacks).map(([, word]) => word())
}

/** A line changed to an alternative. Its exceptions are kept when the weekday is the same. */
export function withAlternative(line: LineBody, { venue2ndId, start, end, weekday }: SeasonAlternative): LineBody {
  const place = { ...line, venue2ndId, start, end }
  if (!line.weekly || weekday === null || weekday === line.weekly.weekday) return place
  return { ...place, weekly: { ...line.weekly, weekday, except: [] } }
}
