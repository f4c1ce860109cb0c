import type { Db } from '#db/connect.ts'
import { landingLink } from '#modules/accounts/landing-link.ts'
import type { Tokens } from '#modules/accounts/tokens.ts'
import { readWords } from '#modules/closures/closure-store.ts'
import { ballotLetters } from '#modules/ballots/letters.ts'
import { reportLetters, visitLetters } from '#modules/feedback/letters.ts'
import { insightLetters } from '#modules/insight/letters.ts'
import { lockerLetters } from '#modules/lockers/letters.ts'
import type { LetterWriters } from '#modules/notifications/write-letters.ts'
import { orderLetters } from '#modules/orders/letters.ts'
import { orderLink } from '#modules/orders/order-link.ts'
import { preOrderLetters } from '#modules/preorders/letters.ts'
import { refundLetters } from '#modules/refunds/letters.ts'
import { readBackSums } from '#modules/refunds/part-store.ts'
import { openCatalogues } from '#modules/venues/catalogue.ts'
import { hasPointForExpired } from '#modules/violations/give-points.ts'
import { wishLetters } from '#modules/waiting/letters.ts'
import { pointsLetters } from '#modules/violations/letters.ts'

/** Who writes the letters about what: by the topic of the outbox. `space-freed` has none: freed_floor says what is to be offered. */
export function lettersByTopic({ db, tokens, publicUrl }: { db: Db; tokens: Tokens; publicUrl: string }): LetterWriters {
  const pageLink = (path: string) => landingLink({ tokens, publicUrl }, path)
  const catalogues = openCatalogues(db)
  return {
    order: orderLetters({
      catalogues,
      orderLink: orderLink(tokens, publicUrl),
      hasPointForExpired,
      readBackSums,
      readClosureWords: readWords,
    }),
    preorder: preOrderLetters({ catalogues, publicUrl, readClosureWords: readWords }),
    refund: refundLetters({ catalogues, pageLink }),
    locker: lockerLetters({ pageLink }),
    points: pointsLetters({ pageLink }),
    report: reportLetters({ catalogues, tokens, publicUrl }),
    visit: visitLetters({ catalogues, tokens, publicUrl }),
    ballot: ballotLetters({ catalogues, publicUrl }),
    wish: wishLetters({ catalogues, pageLink }),
    insight: insightLetters({ publicUrl }),
  }
}
