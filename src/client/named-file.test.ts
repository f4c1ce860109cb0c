import { expect, it } from 'vitest'
import { contentDisposition } from '#http/wire-disposition.ts'
import { namedFile } from './named-file.ts'

const answer = (disposition?: string) =>
  new Response('%PDF', { headers: { 'content-type': 'application/pdf', ...(disposition && { 'content-disposition': disposition }) } })

it('has the name that the server gave, in any language', async () => {
  for (const name of ['預約確認單 F261115K7M3XQZ.pdf', `"it's" 100%; (v2).pdf`, 'plain.ics']) {
    const file = await namedFile(answer(contentDisposition('attachment', name)))
    expect(file).toMatchObject({ name, type: 'application/pdf', size: 4 })
  }
  expect((await namedFile(answer('attachment; filename="F261115.ics"'))).name).toBe('F261115.ics')
  expect((await namedFile(answer())).name).toBe('')
})
