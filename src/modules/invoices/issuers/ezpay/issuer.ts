import type { Issuer } from '../../issuer.ts'
import { voidableBefore } from '../../rules.ts'
import { openEzpay } from './invoices.ts'
import { settings, shown, type EzpaySettings } from './settings.ts'

/** ezPay 簡單付 (藍新) as a value-added centre of electronic invoices. */
export const ezpay: Issuer<EzpaySettings> = {
  name: 'ezpay',
  title: { tw: 'ezPay 簡單付電子發票', en: 'ezPay e-invoices' },
  paper: 'invoice',
  buyers: ['member', 'mobile', 'citizen', 'donation', 'business', 'paper'],
  settings,
  shown,
  voidableBefore,
  canAllow: true,
  open: (set, { send }) => openEzpay(set, send),
  // Loaded when somebody asks: it knows all words of the doctor's.
  check: async (set, send, now) => (await import('./check.ts')).checkEzpay(set, send, now),
}
