import { z } from 'zod'
import { moment } from '#http/wire.ts'
import { exportPart } from '../member-data.ts'
import { presentReport } from './present.ts'
import { findRatings } from './rating-store.ts'
import { findReports } from './report-store.ts'

const all = { page: 1, pageSize: 10_000 }

/** Fault reports in a member's data export. */
export const exportedReports = exportPart(
  z.array(
    z.object({
      ticketNo: z.string(),
      kind: z.string(),
      status: z.string(),
      place: z.string(),
      title: z.string(),
      description: z.string(),
      contactName: z.string(),
      contactPhone: z.string(),
      createdAt: moment,
      steps: z.array(z.object({ at: moment, state: z.string().nullable(), text: z.string() })),
    }),
  ),
  async ({ db, catalogues }, { memberId, locale }) => {
    const catalogue = await catalogues.current()
    const { reports } = await findReports(db, { ...all, memberId })
    return reports.map((report) => {
      const { ticketNo, kind, state, title, waterKind, venue1stName, venue2ndName, description, createdAt, steps } = presentReport(
        report,
        catalogue,
        locale,
      )
      const { contactName, contactPhone } = report
      const place = [venue1stName, venue2ndName].filter(Boolean).join(' ')
      return { ticketNo, kind, status: state, place, title: waterKind ?? title, description, contactName, contactPhone, createdAt, steps }
    })
  },
)

/** Ratings in a member's data export. */
export const exportedRatings = exportPart(
  z.array(
    z.object({
      orderNo: z.string().nullable(),
      stars: z.int(),
      aspects: z.record(z.string(), z.int().nullish()),
      comment: z.string(),
      createdAt: moment,
    }),
  ),
  async ({ db }, { memberId }) => {
    const { ratings } = await findRatings(db, { ...all, memberId, facilityId: undefined, atMost: undefined })
    return ratings.map(({ orderNo, stars, cleanliness, equipment, staff, value, comment, createdAt }) => ({
      orderNo,
      stars,
      aspects: { cleanliness, equipment, staff, value },
      comment,
      createdAt: createdAt.toISOString(),
    }))
  },
)
