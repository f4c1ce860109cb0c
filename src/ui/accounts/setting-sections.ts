import { m } from '#i18n/generated/messages.js'

/** Sections in the order of the page; the ids are its anchors. */
export const settingSections = [
  { id: 'profile', title: m.setting_profile, lead: m.setting_profile_lead },
  { id: 'login', title: m.setting_login, lead: m.setting_login_lead },
  { id: 'factors', title: m.setting_factors, lead: m.setting_factors_lead },
  { id: 'identity', title: m.setting_identity, lead: m.setting_identity_lead },
  { id: 'community', title: m.setting_community, lead: m.setting_community_lead },
  { id: 'preferences', title: m.setting_preferences, lead: m.setting_preferences_lead },
  { id: 'sessions', title: m.setting_sessions, lead: m.setting_sessions_lead },
  { id: 'data', title: m.setting_data, lead: m.setting_data_lead },
] as const

export type SettingId = (typeof settingSections)[number]['id']
