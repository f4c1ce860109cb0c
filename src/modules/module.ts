import type { Config } from '#config.ts'
import type { Db } from '#db/connect.ts'
import type { JobName } from '#db/job-queues.ts'
import type { JobHandler, Jobs } from '#db/jobs.ts'
import type { Live } from '#db/live.ts'
import type { OnFailure } from '#db/one-by-one.ts'
import type { Api } from '#http/call.ts'
import type { Finding } from '#http/findings.ts'
import type { Log } from '#http/log.ts'
import type { StaffRole } from '#http/session.ts'
import type { Locale } from '#i18n/locale.ts'
import type { Message } from '#i18n/text.ts'
import type { Clock } from '#lib/clock.ts'
import type { ClaimDeps, MemberData } from './accounts/deps.ts'
import type { LoginFormDeps } from './logins/form-api.ts'
import type { Tokens } from './logins/tokens.ts'
import type { LoginWays } from './logins/ways.ts'
import type { After } from './after.ts'
import type { RandomSource } from './ballots/random-source.ts'
import type { FileUse, FileUses } from './files/access.ts'
import type { FileStore } from './files/storage.ts'
import type { openDemandNotes } from './insight/note-demand.ts'
import type { Issuers } from './invoices/issuers.ts'
import type { Links } from './links.ts'
import type { HeldOfMember } from './member-data.ts'
import type { Carriers } from './notifications/carrier.ts'
import type { LetterWriters } from './notifications/write-letters.ts'
import type { OrderKinds } from './orders/order-kinds.ts'
import type { CanPayOnline } from './payments/offered-ways.ts'
import type { PayableOrders } from './payments/payable-orders.ts'
import type { Providers } from './payments/providers.ts'
import type { MergeDeps } from './people/merge-members.ts'
import type { Rounds } from './preorders/rounds.ts'
import type { Connection, Connections } from '#modules/settings/test-connection.ts'
import type { Limits } from './settings/rules.ts'
import type { ConsoleTopics } from '#modules/staff/rules.ts'
import type { StaffSearchAnswer } from './staff/setup-wire.ts'
import type { Catalogues } from './venues/catalogue.ts'

/** What a process has been started with, before anything is wired. */
export type Ground = {
  config: Pick<Config, 'demo' | 'publicUrl' | 'siteAccess' | 'trustProxy' | 'payments'>
  db: Db
  jobs: Jobs
  tokens: Tokens
  files: FileStore
  /** Notifies open pages of what has changed, after the commit: members' grids of floor, screens of the console by topic. */
  live: Live
  /** Payment providers. With none that is set, nothing can be paid online. */
  providers: Providers
  /** Who issues invoices or receipts. */
  issuers: Issuers
  /** Ways to log in by other issuers that are set. */
  ways: LoginWays
  /** Where the random values of ballots come from. */
  random: RandomSource
  /** What sends the service's own messages. */
  carriers: Carriers
  /** Mail, texts, payment and storage as they are set, for the tests that an admin asks for. */
  connections: Connections
  clock: Clock
  log: Log
  /** In the demo: checks guests in by itself, because there are no staff. */
  letGuestsIn?: ((db: Db, now: Date) => Promise<void>) | undefined
  /** Makes tonight's backup; undefined when none is wanted. */
  backUp?: ((now: Date) => Promise<void>) | undefined
}

/** What writers of letters need. */
export type LetterNeeds = { db: Db; tokens: Tokens; publicUrl: string; catalogues: Catalogues; links: Links }

/** What every module may use: the process, what it keeps for all modules, and what modules give each other. */
export type House = Ground & {
  modules: readonly Module[]
  publicUrl: string
  /** A provider of text messages is set, or the demo's inbox reads them. */
  canText: boolean
  canPayOnline: CanPayOnline
  catalogues: Catalogues
  rounds: Rounds
  /** Counts what people wanted and did not get. */
  demand: ReturnType<typeof openDemandNotes>
  after: After
  links: Links
  orderKinds: OrderKinds
  /** By which payments reach orders. */
  payable: PayableOrders
  letters: LetterWriters
  searches: readonly StaffSearch[]
  consoleTopics: ConsoleTopics
  members: MemberData & MergeDeps & ClaimDeps
  /** What the login by a plain form needs. */
  loginForm: LoginFormDeps
  fileUses: FileUses
  /** The kinds of rows that refer to a file; none when there are no rows. */
  usesOf(fileId: string): Promise<FileUse[]>
  /** Whether published content shows a file, or the draft that a preview link opens. */
  isPublished(asked: AskedFile, now: Date): Promise<boolean>
  /** For jobs over many rows: logs and counts the one that failed, while the others go on. */
  onFailure(message: string): OnFailure
}

export type AskedFile = { fileId: string; preview: string | undefined }

/** A job, when it runs besides being sent (a cron line in Asia/Taipei), and whether it runs when a process starts. */
export type JobLine = { [N in JobName]: { name: N; run: JobHandler<N>; every?: string; atStart?: true } }[JobName]

export type Retaining = { db: Db; now: Date; retention: Limits['retention']; ago(days: number): Date }
/** Deletes or archives at most so many rows; returns how many. */
export type Retention = Readonly<Record<string, (most: number) => Promise<number>>>

export type FilesOfModule = {
  /** What of it refers to files, and who may open them. */
  uses: FileUses
  /** Whether something of it shows a file to everybody, or to who has a preview link. */
  isShown(house: Pick<House, 'db' | 'tokens'>, asked: AskedFile, now: Date): Promise<boolean>
}

/** What a check may know of the settings. */
export type Checked = Pick<Config, 'demo' | 'publicUrl' | 'smtpUrl' | 'mailFrom' | 'sms' | 'payments' | 'invoices' | 'storage' | 'logins'>

/** What the doctor looks at. */
export type Check = {
  /** Its name is the message finding_subject_<subject>. */
  subject: string
  /** Sends nothing, and deletes again what it writes. */
  find(config: Checked, now: Date): Promise<Finding[]>
  /** For what stands on the console's page of connections too. */
  connection?(config: Checked, carriers: Carriers): Omit<Connection, 'check'>
}

/** A number of /metrics that is read from the database when metrics are scraped, because all processes count together; one for each value of a label. */
export type Watched = {
  /** As Prometheus names them, the unit last. */
  name: string
  help: string
  label?: string
  /** Undefined: there is nothing to say. With a label: by its values. */
  read(db: Db, now: Date): Promise<number | undefined | Record<string, number>>
}

type FoundByStaff = Omit<StaffSearchAnswer['items'][number], 'kind' | 'kindTitle' | 'icon'>
/** One kind of things that the console's search finds, and who may find them. */
export type StaffSearch = {
  kind: string
  title: Message
  /** Of the console's icons. */
  icon: string
  roles: readonly StaffRole[]
  find(query: string, context: { locale: Locale; roles: readonly StaffRole[]; now: Date }): Promise<FoundByStaff[]>
}

/** What a module adds to the whole. Every part is asked for: `none…` says that there is nothing. */
export type Module = {
  /** What modules beside it or further left use of it. */
  provides: Partial<Links>
  calls(api: Api, house: House): void
  jobs(house: House): JobLine[]
  /** By topic of the outbox. */
  letters(needs: LetterNeeds): LetterWriters
  /** For modules that hold nothing of a member: `nothingOfMembers`. */
  member: HeldOfMember
  retention(retaining: Retaining): Retention
  searches(house: Pick<House, 'db' | 'catalogues'>): StaffSearch[]
  /** What it sells: by the kind of its orders. */
  orderKinds: OrderKinds
  files: FilesOfModule
  /** Of what it needs outside of the service. */
  checks: readonly Check[]
  /** What of it somebody must see before it goes wrong. */
  watched: readonly Watched[]
}

export const noJobs = (): JobLine[] => []
export const noLetters = (): LetterWriters => ({})
export const noRetention = (): Retention => ({})
export const noSearches = (): StaffSearch[] => []
export const sellsNothing: OrderKinds = {}
export const noFiles: FilesOfModule = { uses: {}, isShown: async () => false }
export const noChecks: readonly Check[] = []
export const nothingWatched: readonly Watched[] = []
