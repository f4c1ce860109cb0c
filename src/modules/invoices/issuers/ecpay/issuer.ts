import { read, shown, variables } from '../../merchant-settings.ts'
import { voidableBefore } from '../../rules.ts'
import type { Issuer } from '../../issuer.ts'
import { openEcpayInvoices } from './invoices.ts'
import { demo, type EcpayInvoiceSettings } from './settings.ts'

/** ECPay 綠界科技 as a value-added centre of electronic invoices (電子發票加值中心). */
export const ecpay: Issuer<EcpayInvoiceSettings> = {
  name: 'ecpay',
  title: { tw: '綠界科技電子發票', en: 'ECPay e-invoices' },
  paper: 'invoice',
  buyers: ['member', 'mobile', 'citizen', 'donation', 'business', 'paper'],
  settings: { variables, read, demo },
  shown,
  voidableBefore,
  canAllow: true,
  open: (set, { send }) => openEcpayInvoices(set, send),
  // Loaded when somebody asks: it knows all words of the doctor's.
  check: async (set, send, now) => (await import('./check.ts')).checkEcpayInvoices(set, send, now),
}
