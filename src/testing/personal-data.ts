/**
 * What becomes of every column of the database when a member closes their account. A test compares this list with the
 * database: a new column fails it until somebody says here what becomes of it. docs/privacy.md tells it to people.
 *
 * plain: no personal data · ids: refers to the member's row, which is anonymised · cleared: emptied, or deleted with its
 * row · kept: personal data that stays, with the reason and until when
 */
export type AtClosing = { plain?: string; ids?: string; cleared?: string; kept?: Record<string, string> }

export const atClosing: Record<string, AtClosing> = {
  // Accounts
  members: {
    plain: 'id created_at closed_at email_confirmed_at locale demo shut_out staff_by_demo is_guest gets_digest mobile_unproven',
    ids: 'merged_into',
    cleared:
      'account email name mobile secret_hash role roles staff_since staff_suspended_at identity_id emergency_name emergency_phone privacy_file_id privacy_consented_at registering_hash',
  },
  sessions: { cleared: 'id member_id device address created_at last_seen_at expires_at ended_at proven_at secret_at way acts_for' },
  passkeys: { cleared: 'id member_id credential_id public_key counter transports name created_at last_used_at' },
  // The hash of a cookie of a browser that has not logged in yet: it is nobody's.
  passkey_challenges: { plain: 'browser_hash', cleared: 'challenge purpose session_id expires_at' },
  authenticators: { cleared: 'member_id sealed_secret last_step created_at last_used_at pending_secret pending_until' },
  recovery_codes: { cleared: 'member_id code_hash created_at used_at' },
  logins_by_day: { plain: 'day means way logins' },
  login_subjects: { cleared: 'id issuer subject member_id way linked_at last_used_at' },
  tokens: { cleared: 'id purpose member_id email created_at expires_at used_at' },
  contact_changes: { cleared: 'id no member_id email mobile mobile_unproven changed_at undo_until undone_at' },
  sms_codes: { cleared: 'id mobile purpose code_hash created_at expires_at used_at asked_by wrong_by_caller wrong_by_others' },
  identity_proofs: {
    cleared: 'id member_id identity_id file_id state reason submitted_at reviewed_at reviewed_by valid_until reminded_at',
  },
  communities: {
    cleared: 'member_id name registration_no number_key shares_number representative state reason submitted_at reviewed_at reviewed_by',
  },
  community_decisions: { cleared: 'id member_id name state reason submitted_at reviewed_at reviewed_by' },
  community_documents: { cleared: 'member_id file_id' },
  club_people: { cleared: 'club_id person_id role since' },
  club_handovers: { cleared: 'club_id from_id to_id offered_at' },
  club_invitations: {
    plain: 'id role key_hash created_at expires_at accepted_at withdrawn_at',
    ids: 'club_id invited_by',
    cleared: 'email',
  },
  staff_invitations: {
    plain: 'id purpose key_hash role roles locale recovers created_at expires_at used_at withdrawn_at',
    ids: 'invited_by used_by',
    cleared: 'email',
  },
  rate_limits: {
    plain: 'count resets_at',
    kept: { key: 'may hold a mobile: a limit must outlive the account that it limits; deleted when it is over, after a day at most' },
  },
  failed_logins: {
    plain: 'failures last_at blocked_until',
    kept: { key: 'hashes and ids, for the same reason; deleted after two days' },
  },
  identities: { plain: 'id code name_tw name_en needs_proof for_community proof_months retired_at position' },
  settings: { plain: 'key value changed_at', ids: 'changed_by' },
  centre: {
    plain:
      'one name_tw name_en short_name_tw short_name_en tax_id phone email address_tw address_en desk_hours_tw desk_hours_en parking_tw parking_en latitude longitude logo_file_id logo_width logo_height colour privacy_tw privacy_en terms_tw terms_en footer_tw footer_en set_up_at version changed_at',
    ids: 'changed_by',
  },

  // Files: what nothing refers to any more is removed a day later, row and bytes
  files: { plain: 'id purpose type size sha256 published stored created_at kept_at loose_since', ids: 'owner_id', cleared: 'name' },

  // Mails and texts
  messages: {
    cleared:
      'id cause channel recipient subject body attachments locale state tries last_error created_at sent_at waits_until delete_after',
  },
  // What is to be told: ids and numbers. Letters read names and addresses when they are written, and none are written to who has left
  outbox: { plain: 'id topic at told_at tries try_at', ids: 'subject_id payload' },

  // What staff did. Members appear by their ids only: names are looked up when the log is read
  audit_log: {
    plain: 'id at call request_id action subject_kind subject_id subject_label before after note words actor_role actor_roles',
    ids: 'member_id',
    kept: {
      actor_name: 'who of the staff acted, as they were called then: a log that forgets who acted proves nothing; five years',
      address: 'from where they acted: for the same reason and as long',
    },
  },

  // The centre
  facilities: {
    plain: 'id code sport name_tw name_en about_tw about_en place_tw place_en rules_tw rules_en outdoor drawing colour retired_at position',
  },
  courts: { plain: 'id facility_id code name_tw name_en retired_at position' },
  timetables: { plain: 'id facility_id valid_from slot_minutes hours sessions' },
  price_lists: { plain: 'id facility_id valid_from peak levels light_fee light_from deposit created_at', ids: 'created_by' },
  spaces: { plain: 'id facility_id code' },
  court_spaces: { plain: 'court_id space_id' },
  court_prices: { plain: 'price_list_id court_id identity_id off_peak peak prices' },
  holidays: { plain: 'day name_tw name_en closed' },
  occupancy: { plain: 'space_id during kind holder_id hold_until', ids: 'member_id' },
  blocks: { plain: 'id kind facility_id court_id during reason_tw reason_en created_at lifted_at closure_id', ids: 'created_by' },
  closures: {
    plain:
      'id facility_id court_ids from_day to_day from_minute to_minute weekdays cause choice reason_tw reason_en words_tw words_en state version request_key request_hash created_at finished_at lifted_at',
    ids: 'created_by lifted_by',
  },
  closure_offers: {
    plain: 'id closure_id item_id moves court_id during hold_until state created_at answered_at',
    ids: 'member_id',
  },
  closure_items: {
    plain: 'closure_id holder_id kind piece_id order_id court_id during is_club state owed tries failure settled_at',
    ids: 'member_id',
  },
  closing_spaces: { plain: 'space_id during holder_id' },
  bookings_to_cancel: { plain: 'item_id order_id court_id during created_at reason_tw reason_en', ids: 'changed_by' },
  awaited_spaces: { plain: 'wish_id space_id during until' },
  freed_floor: { plain: 'id facility_id during freed_at settled_at decide_at waits_for' },
  favourite_facilities: { cleared: 'member_id facility_id marked_at' },
  wishes: {
    plain:
      'id number sport facility_id court_id day from_minute to_minute minutes courts not_after had_it_before state order_id created_at changed_at',
    ids: 'member_id',
  },
  wish_passes: { plain: 'wish_id freed_id at court_id during why refused detail' },
  watches: { plain: 'name since looked_at' },

  // Orders and money: the books, for five years, without a name
  orders: {
    plain:
      'id order_no kind state amount pay_before idempotency_key request_hash created_at confirmed_at closed_at preorder_no title_tw title_en changes warned_at supplement_of from_waiting_list pay_at_desk merged_at',
    ids: 'member_id placed_by',
    cleared: 'contact_name contact_phone remark',
  },
  order_items: {
    plain:
      'id order_id court_id sport during day minutes counts_for_quota identity_id price light_fee deposit state reminded_at checked_in_at missed_at cancelled_by_venue parked_at moves refund_cap removed_at removed_reason_tw removed_reason_en',
    ids: 'member_id checked_in_by parked_by removed_by',
  },
  order_lines: { plain: 'id order_id position words_tw words_en count amount purpose state' },
  item_moves: {
    plain:
      'id item_id at reason kind from_court_id from_during to_court_id to_during total difference idempotency_key request_hash settled_at',
    ids: 'by',
  },
  pending_moves: { plain: 'order_id item_id moves to_court_id to_during sport counts_for_quota total refund_cap' },
  payment_attempts: {
    plain: 'id order_id provider way trade_no state method amount gateway_trade_no payment_number failure created_at settled_at asked_at',
  },
  payment_notices: { plain: 'id provider trade_no received_at verdict', cleared: 'body' },
  payment_notices_archive: { plain: 'year id provider trade_no received_at verdict', cleared: 'body' },
  ledger: { plain: 'id order_id attempt_id kind way till_id amount cause reference at' },
  tills: { plain: 'id name opened_at closed_at expected counted pieces explanation', ids: 'opened_by closed_by' },
  till_rows: { plain: 'id till_id kind amount given reason reference idempotency_key at', ids: 'by' },
  refunds_due: { plain: 'id order_id attempt_id amount reason cause created_at done_at item_id' },
  refunds: {
    plain:
      'id refund_no order_id attempt_id cause state way amount batch_no tries try_at unclear perhaps_twice failure went_back created_at changed_at',
    cleared: 'reason bank_code bank_account account_name passbook_file_id',
  },
  refund_items: { plain: 'id refund_id item_id line_id due_id paid percent amount told_by_cancellation' },
  refund_steps: { plain: 'id refund_id state at', ids: 'by', cleared: 'note' },
  refund_signatures: { plain: 'refund_id deed at', ids: 'by' },
  transfer_batches: { plain: 'batch_no taken_at transfers amount', ids: 'taken_by' },
  refund_tries: { plain: 'refund_id attempt_id provider number at outcome answer contradicts' },
  demo_trades: {
    plain:
      'trade_no merchant_trade_no amount item locale addresses offers number_days number_minutes state method number number_until created_at paid_at refunded refusals closing',
  },
  demo_mpg_trades: { plain: 'order_no trade_no amount type asked status close refunded number opened_at paid_at' },
  invoice_marks: { plain: 'id order_id paid' },
  invoice_buyers: { cleared: 'order_id kind code tax_id title changed_at' },
  invoice_preferences: { cleared: 'member_id kind code tax_id title changed_at' },
  invoices: {
    plain: 'id order_id issuer relate_no amount lines till state number random_code marks created_at issued_at voided_at',
    kept: { buyer: 'number and title of a business, which the law has kept for five years; carriers are cleared' },
  },
  invoice_deeds: {
    plain: 'id invoice_id order_id kind amount allowance_id state tries next_try_at problem problem_words number reason created_at done_at',
    ids: 'by',
  },
  money_checks: { plain: 'day started_at finished_at compared skipped' },
  money_check_queue: { plain: 'kind subject_id day asked tries next_at problem' },
  discrepancies: {
    plain: 'id kind day order_id attempt_id invoice_id asked ours theirs their_number found_at settled_at note',
    ids: 'settled_by',
  },
  receipt_series: { plain: 'series last' },
  own_receipts: { plain: 'series number relate_no back_of amount at voided_at' },
  demo_papers: { plain: 'issuer relate_key relate_no number random_code amount fields issued_at voided_at' },
  demo_allowances: { plain: 'number paper amount at voided_at' },
  order_players: { cleared: 'order_id names changed_at' },
  calendar_feeds: { cleared: 'member_id token_hash created_at' },

  // Pre-orders
  rounds: {
    plain:
      'id name_tw name_en season_from season_to view_start order_start ends mode periods_per_week minutes_per_period pay_days document_kinds give_back_hours version created_at changed_at frozen_at drawn_at newcomer_percent',
    ids: 'created_by changed_by',
  },
  round_facilities: { plain: 'round_id facility_id opens closes' },
  preorders: {
    plain:
      'id order_no round_id state headcount lines refused amount order_id missing_kinds request_hash created_at changed_at submitted_at decided_at',
    ids: 'member_id decided_by',
    cleared: 'title purpose contact_name contact_phone review_note',
  },
  preorder_dates: { plain: 'id preorder_id line round_id court_id day during price light_fee state', ids: 'member_id' },
  preorder_documents: { cleared: 'preorder_id file_id kind added_at' },
  ballot_entries: {
    plain: 'id round_id headcount version created_at changed_at number tickets sport passed_over_at drawn',
    ids: 'member_id',
    cleared: 'title purpose contact_name contact_phone',
  },
  ballot_wishes: { plain: 'entry_id rank weekday from_minute to_minute facility_id court_id least_percent' },
  // Manifest and draw name entries by number only.
  ballot_manifests: { plain: 'round_id manifest hash due_at secret frozen_at', ids: 'frozen_by' },
  ballot_draws: { plain: 'round_id draw drawn_at', ids: 'drawn_by' },
  ballot_objections: { plain: 'id round_id entry_id is_accepted noted_at', ids: 'noted_by', cleared: 'note' },
  ballot_turns: { plain: 'id round_id turn entry_id rank court_id preorder_id line' },
  ballot_substitutes: { plain: 'id turn_id place entry_id rank state why offered_at until answered_at preorder_id' },
  ballot_offer_dates: { plain: 'id substitute_id court_id day during price light_fee' },

  // Points
  violations: {
    plain: 'id kind cause order_id day at expires_at suspension_id removed_at removal',
    ids: 'member_id removed_by given_by',
    cleared: 'reason',
  },
  suspensions: { plain: 'id starts_at ends_at points created_at lifted_at', ids: 'member_id lifted_by given_by', cleared: 'reason' },
  // Notes of colleagues
  member_notes: { cleared: 'id member_id text by at removed_at removed_by' },
  appeals: { plain: 'id violation_id state sent_at decided_at', ids: 'decided_by', cleared: 'text reason file_id' },

  // Lockers
  lockers: { plain: 'id number size wall col row retired_at out_of_order_at out_of_order_why', ids: 'out_of_order_by' },
  locker_calls: { plain: 'outcome', cleared: 'id rental_id note by at' },
  locker_sizes: { plain: 'size name_tw name_en deposit position retired_at' },
  locker_prices: { plain: 'size months price' },
  locker_rentals: {
    plain: 'id locker_id state deposit created_at starts_at ends_at closed_at told_end told_overdue',
    ids: 'member_id closed_by',
  },
  locker_terms: { plain: 'id rental_id order_id term is_first price deposit state starts_at ends_at created_at' },

  // Reports and ratings: in the words of the reporter, without their name, address, mobile and account
  reports: {
    plain: 'id no ticket_no kind facility_id court_id water_kind locale state block_id created_at changed_at closed_at',
    ids: 'member_id assignee_id',
    cleared: 'contact_name contact_phone title description',
    kept: { mobile: 'of visitors only, who have no account to close: with the report' },
  },
  report_notes: { plain: 'id report_id at public state', ids: 'by_id', cleared: 'body' },
  report_photos: { plain: 'report_id file_id position' },
  report_replies: { plain: 'id position title_tw title_en text_tw text_en' },
  ratings: {
    plain: 'id order_id facility_id day stars cleanliness equipment staff value created_at',
    ids: 'member_id',
    cleared: 'comment',
  },
  rating_invitations: { plain: 'order_id at' },

  // Figures: counts without persons, and who wants the report by mail
  insight_days: { plain: 'day facility_id booked bookings came missed lead minutes' },
  insight_money: { plain: 'day facility_id way cause movements amount' },
  insight_months: { plain: 'month facility_id weekday booked bookings came missed lead minutes' },
  insight_years: { plain: 'year facility_id weekday booked bookings came missed lead' },
  insight_summed_years: { plain: 'year' },
  insight_money_months: { plain: 'month facility_id way cause movements amount' },
  refused_demand_months: { plain: 'month facility_id sport kind weekday times courts' },
  refused_demand_years: { plain: 'year facility_id sport kind weekday times courts' },
  insight_rollup: { plain: 'one until' },
  insight_changed_days: { plain: 'id day' },
  refused_demand: { plain: 'day facility_id sport kind times courts' },
  report_subscribers: { cleared: 'member_id since sent_month' },

  // What editors write
  articles: {
    plain:
      'id kind category title_tw title_en summary_tw summary_en body_tw body_en pinned state publish_at expires_at created_at updated_at version title_pieces lead_pieces',
    ids: 'created_by',
  },
  article_files: { plain: 'article_id file_id position' },
  article_versions: {
    plain: 'article_id version category pinned title_tw title_en summary_tw summary_en body_tw body_en saved_at restored_from',
    ids: 'saved_by',
  },
  article_version_files: { plain: 'article_id version file_id position' },
  highlights: {
    plain: 'id day title_tw title_en text_tw text_en state publish_at expires_at created_at changed_at version',
    ids: 'created_by',
  },
  highlight_versions: { plain: 'highlight_id version title_tw title_en text_tw text_en day saved_at restored_from', ids: 'saved_by' },
  highlight_version_pictures: { plain: 'highlight_id version position file_id alt_tw alt_en' },
  preview_drafts: { plain: 'id kind subject content made_at', ids: 'member_id' },
  highlight_pictures: { plain: 'id highlight_id file_id position alt_tw alt_en width height' },
  facility_pictures: { plain: 'id facility_id file_id position alt_tw alt_en focus_x focus_y width height' },
  facility_variants: { plain: 'picture_id width format file_id' },
  highlight_variants: { plain: 'picture_id width format file_id' },
  migrations: { plain: 'id name run_on' },
  sql_objects: { plain: 'hash objects' },
}
