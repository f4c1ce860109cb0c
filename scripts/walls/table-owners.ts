/**
 * Which module owns which tables: it alone writes them, and modules right of it may read them. Views and functions name
 * their owner in their own first line (`-- Module: orders`).
 */
export const tablesOf: Readonly<Record<string, readonly string[]>> = {
  settings: ['settings', 'watches'],
  centre: ['centre'],
  files: ['files'],
  notifications: ['messages', 'outbox'],
  audit: ['audit_log'],
  accounts: ['communities', 'community_decisions', 'community_documents', 'identities', 'identity_proofs', 'members', 'suspensions'],
  logins: [
    'authenticators',
    'contact_changes',
    'failed_logins',
    'login_subjects',
    'passkey_challenges',
    'passkeys',
    'preview_drafts',
    'recovery_codes',
    'sessions',
    'sms_codes',
    'tokens',
  ],
  staff: ['staff_invitations'],
  venues: ['court_prices', 'court_spaces', 'courts', 'facilities', 'holidays', 'price_lists', 'spaces', 'timetables'],
  tills: ['till_rows', 'tills'],
  availability: ['awaited_spaces', 'closing_spaces', 'freed_floor', 'occupancy'],
  payments: ['ledger', 'payment_attempts', 'payment_notices', 'payment_notices_archive'],
  orders: ['item_moves', 'order_items', 'order_lines', 'orders', 'pending_moves', 'refunds_due'],
  attendance: ['calendar_feeds'],
  closures: ['blocks', 'closure_items', 'closure_offers', 'closures'],
  preorders: ['preorder_dates', 'preorder_documents', 'preorders', 'round_facilities', 'rounds'],
  refunds: ['refund_items', 'refund_signatures', 'refund_steps', 'refund_tries', 'refunds', 'transfer_batches'],
  lockers: ['locker_calls', 'locker_prices', 'locker_rentals', 'locker_sizes', 'locker_terms', 'lockers'],
  waiting: ['wish_passes', 'wishes'],
  violations: ['appeals', 'violations'],
  people: ['member_notes'],
  feedback: ['rating_invitations', 'ratings', 'report_notes', 'report_photos', 'report_replies', 'reports'],
  ballots: [
    'ballot_draws',
    'ballot_entries',
    'ballot_manifests',
    'ballot_objections',
    'ballot_offer_dates',
    'ballot_substitutes',
    'ballot_turns',
    'ballot_wishes',
  ],
  content: ['article_files', 'article_version_files', 'article_versions', 'articles'],
  highlights: ['highlight_pictures', 'highlight_variants', 'highlight_version_pictures', 'highlight_versions', 'highlights'],
  insight: [
    'insight_changed_days',
    'insight_days',
    'insight_money',
    'insight_money_months',
    'insight_months',
    'insight_summed_years',
    'insight_years',
    'insight_rollup',
    'refused_demand',
    'refused_demand_months',
    'refused_demand_years',
    'report_subscribers',
  ],
  // No modules: the kit that counts requests, and the demo's own payment gateway.
  http: ['rate_limits'],
  demo: ['demo_trades'],
}

/** Owner of every table of the list. */
export const tableOwners: ReadonlyMap<string, string> = new Map(
  Object.entries(tablesOf).flatMap(([owner, tables]) => tables.map((table) => [table, owner] as const)),
)
