import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db, Trx } from '#db/connect.ts'
import { insertCommunity, insertProof, replaceDocuments } from '#modules/accounts/review-store.ts'
import { decideProof } from '#modules/accounts/decision-store.ts'
import { loadSharp } from '#lib/load-sharp.ts'
import { keepFiles, storeFile } from '#modules/files/keep-files.ts'
import type { StoredType } from '#modules/files/rules.ts'
import type { FileStore } from '#modules/files/storage.ts'
import { addDays, dayOf } from '#lib/zone.ts'
import { makePdf } from './make-pdf.ts'

type Sent = {
  account: string
  identity: string
  hoursAgo: number
  colour: string
  turn?: 90
  decided?: 'approve' | 'refuse'
  reason?: string
}

/** Proofs that wait, one of them photographed on its side, and some that were decided. */
const proofs: Sent[] = [
  { account: 'guest0031', identity: 'STU', hoursAgo: 52, colour: '#2f6f9f' },
  { account: 'guest0047', identity: 'SEN', hoursAgo: 27, colour: '#5b862b', turn: 90 },
  { account: 'guest0058', identity: 'DIS', hoursAgo: 6, colour: '#9a5b8a' },
  { account: 'guest0112', identity: 'STU', hoursAgo: 2, colour: '#2f6f9f' },
  { account: 'guest0063', identity: 'STU', hoursAgo: 80, colour: '#2f6f9f', decided: 'approve' },
  {
    account: 'guest0112',
    identity: 'STU',
    hoursAgo: 100,
    colour: '#8d8d8d',
    decided: 'refuse',
    reason: '照片模糊或反光，看不清楚文字，請重新拍攝後再上傳。',
  },
]

const applications = [
  { account: 'guest0076', hoursAgo: 30, name: '曙光路跑團', registrationNo: '青社字第 1150012 號' },
  { account: 'guest0089', hoursAgo: 9, name: '松風網球會', registrationNo: '青社字第 1140207 號' },
]

/** What members have sent for a review. Loaded once. */
export async function loadProofs(trx: Trx, files: FileStore, now: Date): Promise<void> {
  const staff = await trx.selectFrom('members').select('id').where('account', '=', 'staff').executeTakeFirst()
  if (!staff || (await trx.selectFrom('identity_proofs').select('id').limit(1).executeTakeFirst())) return
  const dir = await mkdtemp(join(tmpdir(), 'fieldhouse-demo-'))
  const at = (hoursAgo: number) => new Date(now.getTime() - hoursAgo * 3_600_000)
  const keep = async (ownerId: string, file: { name: string; type: StoredType; bytes: Buffer }) => {
    const path = join(dir, 'file')
    await writeFile(path, file.bytes)
    const sha256 = createHash('sha256').update(file.bytes).digest('hex')
    const keeping = { db: trx as unknown as Db, store: files, ownerId, purpose: 'upload' as const, now }
    const { id } = await storeFile(keeping, { path, name: file.name, type: file.type, size: file.bytes.length, sha256 })
    await keepFiles(trx, [id], ownerId, now)
    return id
  }
  try {
    // Of one person, one proof waits at a time: those that were decided come first.
    for (const sent of proofs.toSorted((a, b) => b.hoursAgo - a.hoursAgo)) {
      const found = await findPerson(trx, sent)
      if (!found) continue
      const fileId = await keep(found.memberId, { name: '證件.jpg', type: 'image/jpeg', bytes: await cardPicture(sent) })
      const id = randomUUID()
      await insertProof(trx, { id, ...found, fileId }, at(sent.hoursAgo))
      await trx.updateTable('members').set({ identity_id: found.identityId }).where('id', '=', found.memberId).execute()
      const { decided, reason = '' } = sent
      const decidedAt = at(sent.hoursAgo - 5)
      if (decided)
        await decideProof(trx, id, { move: decided, reason, by: staff.id, validUntil: addDays(dayOf(decidedAt), 364) }, decidedAt)
    }
    for (const { account, hoursAgo, name, registrationNo } of applications) {
      const member = await trx.selectFrom('members').select(['id', 'name']).where('account', '=', account).executeTakeFirst()
      if (!member) continue
      await insertCommunity(trx, { memberId: member.id, name, registrationNo, representative: member.name }, at(hoursAgo))
      const lines = [{ text: name, size: 20 }, { text: registrationNo }, { text: member.name }]
      const papers = ['立案證明', '成員名冊'].map((title) => ({
        name: `${title}.pdf`,
        type: 'application/pdf' as const,
        bytes: makePdf(title, [{ text: title, size: 24 }, ...lines]),
      }))
      const ids: string[] = []
      for (const paper of papers) ids.push(await keep(member.id, paper))
      await replaceDocuments(trx, member.id, ids)
    }
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

async function findPerson(trx: Trx, { account, identity }: Sent): Promise<{ memberId: string; identityId: number } | undefined> {
  const { rows } = await sql<{ memberId: string; identityId: number }>`
    select m.id as "memberId", i.id as "identityId" from members m, identities i
    where m.account = ${account} and i.code = ${identity} and i.needs_proof`.execute(trx)
  return rows[0]
}

/** An invented card on a table. No words in it: fonts differ from machine to machine. */
async function cardPicture({ colour, turn, account }: Sent): Promise<Buffer> {
  const number = Number(account.slice(-4))
  const bars = Array.from(
    { length: 28 },
    (_, n) => `<rect x="${300 + n * 14}" y="430" width="${3 + ((number * (n + 3)) % 8)}" height="60" fill="#222"/>`,
  )
  const lines = [0, 1, 2, 3].map(
    (n) =>
      `<rect x="300" y="${210 + n * 46}" width="${260 + ((number * (n + 2) * 37) % 150)}" height="20" rx="5" fill="#555" opacity=".7"/>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="820" height="580">
    <rect width="820" height="580" fill="#b9a58a"/>
    <g transform="rotate(${(number % 7) - 3} 410 290)">
      <rect x="60" y="60" width="700" height="460" rx="26" fill="#fdfdfa"/>
      <path d="M60 150V86a26 26 0 0 1 26-26h648a26 26 0 0 1 26 26v64z" fill="${colour}"/>
      <rect x="96" y="88" width="300" height="32" rx="6" fill="#fff" opacity=".9"/>
      <rect x="100" y="190" width="160" height="210" rx="8" fill="#d8dde2"/>
      <circle cx="180" cy="262" r="42" fill="#9aa7b1"/><path d="M112 400a68 68 0 0 1 136 0z" fill="#9aa7b1"/>
      ${lines.join('')}${bars.join('')}
      <circle cx="660" cy="320" r="52" fill="none" stroke="#c0392b" stroke-width="6" opacity=".7"/>
    </g>
  </svg>`
  const sharp = await loadSharp()
  return sharp(Buffer.from(svg))
    .rotate(turn ?? 0)
    .jpeg({ quality: 70 })
    .toBuffer()
}
