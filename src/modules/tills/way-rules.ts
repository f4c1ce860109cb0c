/** How somebody pays at the desk. Only cash is in a drawer; the others leave a slip or a voucher. */

/** `sports-voucher`: the state's 運動幣. `voucher`: any other, of a city, a company or the centre. */
export const voucherKinds = ['sports-voucher', 'voucher'] as const
export type VoucherKind = (typeof voucherKinds)[number]
export type DeskMethod = 'cash' | 'terminal' | VoucherKind
export const deskMethods = ['cash', 'terminal', ...voucherKinds] as const satisfies readonly DeskMethod[]

export const isDeskMethod = (method: string | null): method is DeskMethod => (deskMethods as readonly (string | null)[]).includes(method)

export const isVoucher = (method: string | null): method is VoucherKind => (voucherKinds as readonly (string | null)[]).includes(method)
