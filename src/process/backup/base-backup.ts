import { once } from 'node:events'
import type { Writable } from 'node:stream'
import pg from 'pg'

/** First byte of a message inside the copy that BASE_BACKUP answers. */
const kinds = { archive: 'n', manifest: 'm', data: 'd' }

/**
 * Copies a running cluster by PostgreSQL's replication protocol, as pg_basebackup does: `archive` gets a tar file with the data
 * folder and the write-ahead log that makes it whole. The server goes on serving meanwhile.
 */
export async function copyCluster(url: string, archive: Writable): Promise<void> {
  const client = new pg.Client({ connectionString: url, replication: 'true', connectionTimeoutMillis: 10_000 } as pg.ClientConfig)
  client.on('error', () => {})
  await client.connect()
  try {
    await new Promise<void>((resolve, reject) => {
      archive.once('error', reject)
      client.once('end', () => reject(new Error('the database ended the connection during the backup')))
      client.query(new BaseBackup(archive, resolve, reject) as unknown as pg.Submittable)
    })
    archive.end()
    if (!archive.writableFinished) await once(archive, 'finish')
  } finally {
    await client.end()
  }
}

type Wire = { query(text: string): void; stream: { pause(): void; resume(): void } }

/** What `pg` calls while the answer arrives: it knows no replication commands, only their messages. */
class BaseBackup {
  readonly text = `BASE_BACKUP (LABEL 'fieldhouse', CHECKPOINT 'fast', WAL true, MANIFEST 'no')`
  #error: Error | undefined
  #isArchive = false
  /** Messages that were read already still arrive. */
  #isPaused = false
  readonly #archive: Writable
  readonly #resolve: () => void
  readonly #reject: (error: Error) => void

  constructor(archive: Writable, resolve: () => void, reject: (error: Error) => void) {
    this.#archive = archive
    this.#resolve = resolve
    this.#reject = reject
  }

  submit(connection: Wire): void {
    connection.query(this.text)
  }

  handleCopyData({ chunk }: { chunk: Buffer }, connection: Wire): void {
    const kind = String.fromCharCode(chunk[0]!)
    if (kind === kinds.archive) this.#startArchive(chunk)
    else if (kind === kinds.manifest) this.#isArchive = false
    else if (kind === kinds.data && this.#isArchive) this.#write(chunk.subarray(1), connection)
  }

  /** The message names the archive and the tablespace that it is of: there is one, of the data folder, whose path is empty. */
  #startArchive(message: Buffer): void {
    const [name] = message.subarray(1).toString('utf8').split('\0')
    this.#isArchive = name === 'base.tar'
    if (!this.#isArchive) this.#error ??= new Error(`the database has a tablespace outside its folder: ${name}`)
  }

  #write(data: Buffer, { stream }: Wire): void {
    // The buffer belongs to the parser, which uses it again.
    if (this.#archive.write(Buffer.from(data)) || this.#isPaused) return
    this.#isPaused = true
    stream.pause()
    this.#archive.once('drain', () => {
      this.#isPaused = false
      stream.resume()
    })
  }

  handleError(error: Error): void {
    this.#error ??= error
    this.#reject(this.#error)
  }

  handleReadyForQuery(): void {
    if (this.#error) this.#reject(this.#error)
    else this.#resolve()
  }

  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
  handlePortalSuspended(): void {}
  handleEmptyQuery(): void {}
}
