import type { Db } from '#db/connect.ts'
import type { MemberData } from '#modules/accounts/deps.ts'
import type { Catalogues } from '#modules/venues/catalogue.ts'
import { presentReport } from './present.ts'
import { findRatings } from './rating-store.ts'
import { findReports } from './report-store.ts'

const all = { page: 1, pageSize: 10_000 }

/** Reports and ratings in a member's data export. */
export const feedbackMemberData = ({
  db,
  catalogues,
}: {
  db: Db
  catalogues: Catalogues
}): Pick<MemberData, 'exportReports' | 'exportRatings'> => ({
  exportReports: async (memberId, locale) => {
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
  exportRatings: async (memberId) => {
    const { ratings } = await findRatings(db, { ...all, memberId, facilityId: undefined, atMost: undefined })
    return ratings.map(({ orderNo, stars, cleanliness, equipment, staff, value, comment, createdAt }) => ({
      orderNo,
      stars,
      aspects: { cleanliness, equipment, staff, value },
      comment,
      createdAt: createdAt.toISOString(),
    }))
  },
})
