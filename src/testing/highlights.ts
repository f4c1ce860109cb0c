import assert from 'node:assert/strict'
import sharp from 'sharp'
import type { TestService, TestMember } from './test-service.ts'

/** A plain picture of these measures. */
export const somePicture = (width: number, height: number, colour = '#5b862b'): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: colour } })
    .png()
    .toBuffer()

export async function uploadPicture(service: TestService, as: TestMember, width = 1000, height = 600, colour?: string): Promise<string> {
  const form = new FormData()
  form.set('upload', new File([new Uint8Array(await somePicture(width, height, colour))], 'picture.png'))
  const answer = await service.call('POST', '/api/Upload', { as, body: form })
  assert.equal(answer.status, 201)
  return answer.body.id
}

export type NamedEditor = TestMember & { name: string }

/** Somebody who publishes, by a name that a history shows. */
export async function namedEditor(service: TestService, role: 'editor' | 'manager'): Promise<NamedEditor> {
  const member = await service.newMember({ role })
  const name = role === 'editor' ? '林編輯' : '陳主任'
  await service.db.updateTable('members').set({ name }).where('id', '=', member.id).execute()
  return { ...member, name }
}

export const storyWith = (...fileIds: string[]) => ({
  titleTw: '秋季盃',
  titleEn: 'Autumn Cup',
  textTw: '兩天，四十八場比賽。',
  textEn: 'Two days, forty-eight matches.',
  day: '2026-11-01',
  pictures: fileIds.map((fileId, n) => ({ fileId, altTw: `第 ${n + 1} 張`, altEn: `Picture ${n + 1}` })),
})

/** A story that everybody sees. */
export async function publishStory(service: TestService): Promise<{ id: string; pictureId: string; editor: TestMember; fileId: string }> {
  const editor = await service.newMember({ role: 'editor' })
  const fileId = await uploadPicture(service, editor)
  const { body } = await service.call('POST', '/api/Staff/Highlight', { as: editor, body: storyWith(fileId) })
  const published = await service.call('POST', '/api/Staff/Highlight/Publish', { as: editor, body: { id: body.id } })
  assert.equal(published.status, 200)
  const list = await service.call('GET', '/api/Staff/Highlight/List', { as: editor })
  const story = list.body.items.find((one: { id: string }) => one.id === body.id)
  return { id: body.id, pictureId: story.pictures[0].id, editor, fileId }
}
