import type { Letterhead } from '#modules/notifications/mail-layout.ts'

export const testLetterhead: Letterhead = { name: '測試運動中心', contact: [], accent: null, logo: null }
export const readTestLetterhead = async (): Promise<Letterhead> => testLetterhead
