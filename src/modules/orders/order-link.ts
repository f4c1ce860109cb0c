import type { Tokens } from '#modules/accounts/tokens.ts'

/** C4: where a mail or a calendar leads, signed, so that the guard lets it pass. It opens nothing: the order is for its member alone. */
export const orderLink =
  (tokens: Tokens, publicUrl: string) =>
  (orderNo: string): string =>
    `${publicUrl}/redirectToResult?ref=${tokens.signReference(orderNo)}`
