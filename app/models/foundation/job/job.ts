import { z } from "zod"
import { ReceivedMail } from "~/providers/inbound-mail/received-mail"

// Every kind of work that runs without a request, and what it is given: ids and where to go on, never a secret. A kind is
// written here once; app/jobs/run-job.server.ts doesn't compile until it has a runner.

const nothing = z.object({})
/** Work for every school goes on behind the school of the earlier portion. */
const portion = z.object({ after: z.string().optional() })

const payloads = {
  "apply-provider-event": z.object({ eventId: z.string() }),
  "back-up": nothing,
  "carry-on-task": z.object({ taskId: z.string() }),
  "announce-auto-invoices": nothing,
  "announce-charges": z.object({ after: z.string() }),
  "charge-automatically": portion,
  "charge-beside-tuition": z.object({
    part: z.enum(["hires", "packages", "late-fees"]),
    after: z.string(),
    charged: z.number(),
  }),
  "charge-fees": z.object({
    after: z.string(),
    charged: z.record(z.string(), z.number()),
    classId: z.string().optional(),
    madeSince: z.number().optional(),
  }),
  "charge-late-lessons": z.object({
    classId: z.string(),
    undo: z.object({ enrollmentId: z.string().optional(), since: z.number(), until: z.number() }).optional(),
  }),
  "charge-begun-days": portion,
  "charge-months": portion,
  "charge-saved-account": z.object({ chargeId: z.string() }),
  "erase-schools": nothing,
  "export-school": z.object({ taskId: z.string() }),
  "check-certificate": nothing,
  "end-replaced-subscription": z.object({ schoolId: z.string(), subscriptionId: z.string() }),
  "follow-failed-renewals": nothing,
  "forget-demos": nothing,
  "forget-expired-sign-ins": nothing,
  "forget-finished-jobs": nothing,
  "forget-person": z.object({ erasureId: z.string() }),
  "check-saved-card": z.object({ methodId: z.string() }),
  /** With `all`, what was saved in the test mode of the account that is still there. */
  "end-saved-methods": z.object({ all: z.boolean().default(false) }),
  "forget-saved-account": z.object({ methodId: z.string(), customerId: z.string().nullable().default(null) }),
  "forget-unused-files": nothing,
  "hold-at-provider": z.object({ schoolId: z.string() }),
  "import-roster": z.object({ importId: z.string() }),
  "invoice-automatically": portion,
  "keep-sessions-made": nothing,
  "keep-statistics-fresh": nothing,
  "keep-taught-of-school": nothing,
  "keep-taught-sums": portion,
  "mail-figures": portion,
  "mail-figures-of-school": z.object({ month: z.string() }),
  "make-sessions": nothing,
  "pass-on-places": portion,
  "password-reset": z.object({ email: z.string() }),
  "read-provider-books": nothing,
  "reconcile-payment-orders": nothing,
  "reconcile-standing-subscriptions": portion,
  "reconcile-subscription": z.object({ schoolId: z.string() }),
  "reconcile-subscriptions": nothing,
  "run-auto-invoices": z.object({ runId: z.string() }),
  "remind-of-attendance": portion,
  "remind-of-invoices": portion,
  "remind-of-lessons": portion,
  "remind-school": z.object({
    dueOn: z.string().optional(),
    invoiceId: z.string().optional(),
    isInstallment: z.boolean().optional(),
  }),
  "warn-of-credits": portion,
  "seat-begun-sessions": portion,
  "seat-past-sessions": portion,
  "send-announcement": z.object({ announcementId: z.string() }),
  "send-held-mail": z.object({ runId: z.string() }),
  "settle-tuition": z.object({
    behind: z.object({ enrollmentId: z.string(), month: z.string() }).optional(),
    classId: z.string().optional(),
  }),
  "send-push": z.object({
    deviceId: z.string(),
    topic: z.string(),
    title: z.string(),
    path: z.string(),
    /** When what it is about begins (UTC ms): what is soon is told in quiet hours, too. */
    soonestAt: z.number().optional(),
    /** When it would be old news (UTC ms): it isn't put off beyond. */
    oldAt: z.number().optional(),
    /** Where what becomes of it is noted. */
    noticeId: z.string().optional(),
  }),
  /** The mail itself where a mail server brought it; else it is fetched. */
  "take-inbound-mail": z.object({ mailId: z.string(), mail: ReceivedMail.optional() }),
  "take-received-text": z.object({ textId: z.string() }),
  "tell-learning": nothing,
  "tell-lessons": nothing,
  "tidy-up": nothing,
} satisfies Record<string, z.ZodType>

export type JobKind = keyof typeof payloads
export type JobData = { [Kind in JobKind]: z.output<(typeof payloads)[Kind]> }

/** The key of the work that carries an import on. */
export const importJobKey = (importId: string) => `import-roster@${importId}`

/** Kinds that take minutes: they are leased apart, so that nothing else waits for them. */
export const slowKinds = ["back-up", "export-school"] as const satisfies JobKind[]
export type SlowKind = (typeof slowKinds)[number]

/** Kinds that wait for a push service: one that is slow holds up nothing else. */
export const pushKinds = ["send-push"] as const satisfies JobKind[]
export type PushKind = (typeof pushKinds)[number]

/** Kinds that wait for the payment provider, hundreds in a morning: one that hangs holds up nothing else. */
export const providerKinds = [
  "charge-saved-account",
  "check-saved-card",
  "forget-saved-account",
  "read-provider-books",
] as const satisfies JobKind[]
export type ProviderKind = (typeof providerKinds)[number]
export type QuickKind = Exclude<JobKind, SlowKind | PushKind | ProviderKind>

/** Kinds that can be queued without a payload. */
export type BareKind = {
  [Kind in JobKind]: Record<never, never> extends JobData[Kind] ? Kind : never
}[JobKind]
/** Kinds that go through all schools, a portion a job. */
export type PortionKind = {
  [Kind in JobKind]: (typeof payloads)[Kind] extends typeof portion ? Kind : never
}[JobKind]

/** A kind with what it is given. */
export type JobRequest =
  | {
      [Kind in JobKind]: Kind extends BareKind
        ? { kind: Kind; payload?: JobData[Kind] }
        : { kind: Kind; payload: JobData[Kind] }
    }[JobKind]
  | { kind: BareKind; payload?: undefined }

export const isSlowKind = (kind: string): kind is SlowKind => slowKinds.some((slow) => slow === kind)
export const isProviderKind = (kind: string): kind is ProviderKind =>
  providerKinds.some((ofProvider) => ofProvider === kind)
export const isQuickKind = (kind: string): kind is QuickKind =>
  Object.hasOwn(payloads, kind) &&
  !isSlowKind(kind) &&
  !isProviderKind(kind) &&
  !pushKinds.some((push) => push === kind)

const readers: { [Kind in JobKind]: z.ZodType<JobData[Kind]> } = payloads

/** What a stored job was given; throws when that is not what its kind needs. */
export function readPayload<Kind extends JobKind>(kind: Kind, payload: string): JobData[Kind] {
  const read = readers[kind].safeParse(JSON.parse(payload))
  if (read.success) return read.data
  throw new Error(`Not what ${kind} needs: ${z.prettifyError(read.error)}`)
}
