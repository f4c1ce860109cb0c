import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { ok, refuse, type Result } from '#lib/result.ts'
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import { maxFileBytes, tooLarge, type UploadRefusal } from './rules.ts'

export type UploadLimits = { field: string; max: number; only?: 'image' }
export type ReceivedFile = { path: string; sentName: string; size: number; sha256: string }

const formOverhead = 64 * 1024

/** Streams the files of one form field into `dir`. On a refusal it stops reading; what was written stays for the caller to remove. */
export async function readMultipart(
  request: Request,
  dir: string,
  { field, max }: UploadLimits,
): Promise<Result<ReceivedFile[], UploadRefusal>> {
  if (Number(request.headers.get('content-length') ?? 0) > max * maxFileBytes + formOverhead) return refuse(tooLarge(field))
  const parser = openParser(request.headers.get('content-type') ?? '', max)
  if (!parser || !request.body) return refuse({ code: 'upload_missing', path: field })

  const saving: Promise<ReceivedFile>[] = []
  const stop = new AbortController()
  let refusal: UploadRefusal | undefined
  const stopWith = (because: UploadRefusal) => {
    refusal ??= because
    stop.abort()
  }
  const stopAtError = (error: unknown) => stop.abort(error)

  parser.on('file', (name, bytes, sentName) => {
    if (name !== field) stopWith({ code: 'upload_missing', path: field })
    else if (saving.length === max) stopWith({ code: 'upload_too_many', max, path: field })
    if (stop.signal.aborted) return void bytes.on('error', () => {}).resume()
    bytes.on('limit', () => stopWith(tooLarge(field)))
    const saved = save(bytes, join(dir, `received-${saving.length}`), sentName ?? '', stop.signal)
    saved.catch(stopAtError)
    saving.push(saved)
  })

  try {
    await feed(request.body as ReadableStream<Uint8Array>, parser, stop.signal)
    const files = await Promise.all(saving)
    return files.length === 0 ? refuse({ code: 'upload_missing', path: field }) : ok(files)
  } catch (error) {
    stop.abort(error)
    const failure = (await Promise.allSettled(saving)).find((one) => one.status === 'rejected' && isOurs(one.reason))
    if (failure) throw (failure as PromiseRejectedResult).reason
    return refuse(refusal ?? { code: 'upload_incomplete', path: field })
  }
}

/** Undefined when the request is not multipart/form-data. */
function openParser(contentType: string, max: number): BusboyInstance | undefined {
  if (!/^multipart\/form-data\s*;/i.test(contentType)) return undefined
  try {
    const limits = {
      fileSize: maxFileBytes,
      files: max + 1,
      fields: 50,
      fieldSize: 10_000,
      parts: max + 51,
      headerPairs: 20,
      headerSize: 8 * 1024,
    }
    return new Busboy({ headers: { 'content-type': contentType }, limits })
  } catch {
    return undefined
  }
}

/**
 * How long after the last byte the parser may take. It never ends when a part of the form ends inside its headers: it neither
 * finishes nor fails.
 */
const parsedWithinMs = 5000

/** Rejects when the body breaks off or is malformed. */
async function feed(body: ReadableStream<Uint8Array>, parser: BusboyInstance, signal: AbortSignal): Promise<void> {
  const source = Readable.fromWeb(body)
  let timer: NodeJS.Timeout | undefined
  await new Promise<void>((resolve, reject) => {
    source.once('end', () => (timer = setTimeout(() => reject(new Error('a part without an end')), parsedWithinMs)))
    const stop = () => reject(new Error('stopped'))
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    source.once('error', reject)
    parser.once('error', reject)
    parser.once('finish', resolve)
    source.pipe(parser)
  }).finally(() => {
    clearTimeout(timer)
    source.unpipe(parser)
    source.on('error', () => {})
    parser.on('error', () => {})
    // Cancels the body; the server then drains or closes the connection, so that nothing is read for ever.
    source.destroy()
  })
}

async function save(bytes: BusboyFileStream, path: string, sentName: string, signal: AbortSignal): Promise<ReceivedFile> {
  const hash = createHash('sha256')
  let size = 0
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      size += chunk.length
      done(null, chunk)
    },
  })
  await pipeline(bytes, count, createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal })
  return { path, sentName: unescaped(sentName), size, sha256: hash.digest('hex') }
}

/** How browsers write these three characters in a form (HTML Standard, multipart/form-data encoding algorithm). */
function unescaped(name: string): string {
  return name.replaceAll(/%22|%0D|%0A/g, decodeURIComponent)
}

/** Whether an error is the server's (such as a full disk), not the sender's. */
function isOurs(error: unknown): boolean {
  const { code, syscall } = error as NodeJS.ErrnoException
  return code !== 'ABORT_ERR' && syscall !== undefined && syscall !== 'read'
}
