import type { Locale } from '#i18n/locale.ts'
import { text } from '#i18n/text.ts'

/** `wrong` needs a hand before the centre works; `warning` is something to know; `ok` is as it should be. */
export type FindingState = 'ok' | 'warning' | 'wrong'

/** Every finding with its state. Its words are the message finding_<code>, and what to do about it finding_<code>_advice. */
export const findingStates = {
  // Any service that is reached over the network.
  unknown_host: 'wrong',
  refused: 'wrong',
  timeout: 'wrong',
  certificate: 'wrong',
  certificate_name: 'wrong',
  certificate_expired: 'wrong',
  broken: 'wrong',
  http_status: 'wrong',
  http_failing: 'wrong',
  login_refused: 'wrong',
  keys_refused: 'wrong',
  check_failed: 'wrong',

  setting_wrong: 'wrong',
  setting_unknown: 'warning',
  demo_on: 'ok',
  demo_public: 'warning',
  demo_off: 'ok',
  auth_secret_set: 'ok',
  auth_secret_kept: 'ok',
  address_set: 'ok',
  address_local: 'warning',
  site_access: 'ok',
  workers: 'ok',
  workers_many: 'warning',

  database_reached: 'ok',
  database_old: 'wrong',
  database_refused: 'wrong',
  database_broken: 'wrong',
  database_no_tls: 'wrong',
  database_needs_tls: 'wrong',
  database_not_admitted: 'wrong',
  database_embedded: 'ok',
  database_embedded_stopped: 'warning',
  database_embedded_new: 'ok',
  database_embedded_locked: 'warning',
  database_encoding: 'wrong',
  database_read_only: 'wrong',
  database_unsafe: 'wrong',
  database_isolation: 'wrong',
  database_connections: 'ok',
  database_connections_few: 'wrong',
  database_no_extension: 'wrong',
  database_no_right: 'wrong',
  database_rows_only: 'ok',
  database_waiting: 'warning',
  database_slow: 'warning',
  pooler_alone: 'wrong',
  pooler_with_direct: 'ok',
  pooler_direct_silent: 'wrong',
  pooler_direct_lost: 'wrong',
  tables_current: 'ok',
  tables_none: 'ok',
  tables_behind: 'warning',
  tables_ahead: 'warning',
  functions_behind: 'warning',

  centre_open: 'ok',
  centre_not_open: 'warning',
  centre_no_admin: 'warning',

  mail_not_set: 'warning',
  mail_inbox: 'ok',
  mail_ready: 'ok',
  mail_ready_without_login: 'ok',
  mail_no_starttls: 'wrong',
  mail_from_example: 'warning',
  mail_sent: 'ok',
  mail_rejected: 'wrong',

  texts_not_set: 'warning',
  texts_inbox: 'ok',
  texts_ready: 'ok',
  texts_credit: 'ok',
  texts_credit_low: 'warning',
  texts_no_credit: 'wrong',
  texts_password_old: 'wrong',
  texts_address_refused: 'wrong',
  texts_not_active: 'wrong',
  texts_not_understood: 'wrong',
  texts_sent: 'ok',
  texts_rejected: 'wrong',

  payment_not_set: 'warning',
  payment_demo: 'ok',
  payment_ready: 'ok',
  payment_keys_wrong: 'wrong',
  payment_not_understood: 'wrong',
  payment_asks_locked: 'warning',
  payment_asks_paused: 'warning',
  payment_test_keys: 'warning',

  invoices_not_set: 'warning',
  invoices_none: 'ok',
  invoices_own: 'ok',
  invoices_demo: 'ok',
  invoices_ready: 'ok',
  invoices_keys_wrong: 'wrong',
  invoices_not_understood: 'wrong',
  invoices_test_keys: 'warning',

  login_way_ready: 'ok',
  login_way_silent: 'wrong',
  login_way_not_understood: 'wrong',
  login_way_no_key: 'wrong',
  login_way_address_refused: 'wrong',
  login_way_needs_https: 'wrong',
  login_way_demo: 'ok',
  login_staff_way: 'ok',
  login_staff_no_groups: 'warning',

  storage_works: 'ok',
  storage_to_be_made: 'ok',
  storage_not_writable: 'wrong',
  storage_no_bucket: 'wrong',
  storage_lost: 'wrong',

  disk_free: 'ok',
  disk_low: 'warning',
  disk_full: 'wrong',

  clock_right: 'ok',
  clock_off: 'warning',
  clock_wrong: 'wrong',

  proxy_none: 'ok',
  proxy_right: 'ok',
  proxy_spoofable: 'wrong',
  proxy_hidden: 'wrong',
  proxy_not_seen: 'warning',
  proxy_not_running: 'warning',
  proxy_before_start: 'warning',
  proxy_no_service: 'warning',
  proxy_other_service: 'wrong',
} as const satisfies Record<string, FindingState>
export type FindingCode = keyof typeof findingStates

/** What a check has found. The name of its subject is the message finding_subject_<subject>. `values` stand in its words; never a secret. */
export type Finding = { subject: string; state: FindingState; code: FindingCode; values: Record<string, string | number> }

export function found(subject: string, code: FindingCode, values: Finding['values'] = {}): Finding {
  return { subject, state: findingStates[code], code, values }
}

/** Any answer of a provider that is not the one its documentation promises. From 500 on the fault is the provider's, not of a setting. */
export function foundStatus(subject: string, status: number, values: { host: string; setting: string }): Finding {
  return found(subject, status >= 500 ? 'http_failing' : 'http_status', { ...values, status })
}

export type FindingWords = { words: string; advice: string | null }

export function wordsOf({ code, values }: Pick<Finding, 'code' | 'values'>, locale: Locale): FindingWords {
  return { words: text(`finding_${code}`, locale, values) ?? code, advice: text(`finding_${code}_advice`, locale, values) ?? null }
}

/** The state of several findings together: the worst of them. */
export function worstOf(findings: readonly Finding[]): FindingState {
  const has = (state: FindingState) => findings.some((finding) => finding.state === state)
  return has('wrong') ? 'wrong' : has('warning') ? 'warning' : 'ok'
}
