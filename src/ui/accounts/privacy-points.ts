import { m } from '#i18n/generated/messages.js'

/** Personal Data Protection Act, Article 8, paragraph 1, subparagraphs 1 to 6, in the law's order. */
export const privacyPoints: readonly { title: () => string; text: (said: { centre: string }) => string }[] = [
  { title: m.privacy_who, text: m.privacy_who_text },
  { title: m.privacy_purpose, text: m.privacy_purpose_text },
  { title: m.privacy_data, text: m.privacy_data_text },
  { title: m.privacy_use, text: m.privacy_use_text },
  { title: m.privacy_rights, text: m.privacy_rights_text },
  { title: m.privacy_refusal, text: m.privacy_refusal_text },
]
