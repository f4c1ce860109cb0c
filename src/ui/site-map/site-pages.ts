import { m } from '#i18n/generated/messages.js'
import { isCommunity, isLoggedIn, type Viewer } from '#ui/session/viewer.ts'

type Who = 'everybody' | 'member' | 'club'
export type SitePage = { to: string; label: () => string; for: Who }
export type SiteGroup = { id: string; title: () => string; pages: SitePage[] }

const page = (to: string, label: () => string, who: Who = 'everybody'): SitePage => ({ to, label, for: who })

/** Every page that can be opened without a parameter. Pages of one item (an article, an order) are linked from its list. */
export const siteGroups: SiteGroup[] = [
  {
    id: 'discover',
    title: m.sitemap_discover,
    pages: [
      page('/', m.sitemap_page_home),
      page('/news', m.sitemap_page_news),
      page('/documents', m.sitemap_page_documents),
      page('/highlights', m.highlight_title),
      page('/privacy', m.privacy_title),
      page('/terms', m.terms_title),
    ],
  },
  {
    id: 'book',
    title: m.sitemap_book,
    pages: [
      page('/venues', m.sitemap_page_venues),
      page('/order', m.sitemap_page_order, 'member'),
      page('/order/check', m.sitemap_page_check),
      page('/refund', m.sitemap_page_refund),
    ],
  },
  {
    id: 'service',
    title: m.sitemap_service,
    pages: [
      page('/repair', m.sitemap_page_repair),
      page('/water', m.sitemap_page_water),
      page('/satisfaction', m.sitemap_page_satisfaction),
    ],
  },
  {
    id: 'account',
    title: m.sitemap_account,
    pages: [page('/login', m.sitemap_page_login), page('/login/forget', m.sitemap_page_forget), page('/register', m.sitemap_page_register)],
  },
  {
    id: 'member',
    title: m.sitemap_member,
    pages: [
      page('/member', m.sitemap_page_member, 'member'),
      page('/member/order/overview', m.sitemap_page_overview, 'member'),
      page('/member/order/venue', m.sitemap_page_venue_orders, 'member'),
      page('/member/order/zero', m.sitemap_page_zero, 'member'),
      page('/member/order/locker', m.sitemap_page_locker, 'member'),
      page('/member/order/payment-complete', m.result_title, 'member'),
      page('/member/order/refund', m.sitemap_page_refunds, 'member'),
      page('/member/order/refund/apply', m.sitemap_page_refund_apply, 'member'),
      page('/member/violation', m.sitemap_page_violation, 'member'),
      page('/member/setting', m.sitemap_page_setting, 'member'),
    ],
  },
  {
    id: 'club',
    title: m.sitemap_club,
    pages: [
      page('/draws', m.draws_title),
      page('/member/order/schedule', m.sitemap_page_schedule, 'club'),
      page('/member/order/schedule/create', m.sitemap_page_schedule_create, 'club'),
      page('/member/club', m.club_people_title, 'club'),
    ],
  },
]

/** What this viewer lacks to open the page; undefined: nothing. */
export function missingAccess({ for: who }: SitePage, viewer: Viewer): 'login' | 'club' | undefined {
  if (who === 'club' && !isCommunity(viewer)) return 'club'
  return who === 'member' && !isLoggedIn(viewer) ? 'login' : undefined
}
