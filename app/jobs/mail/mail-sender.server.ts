import { schools } from "db/schema/accounts-schools"
import { eq } from "drizzle-orm"
import { select } from "~/models/foundation/access/door.server"
import type { MailTemplate } from "~/models/foundation/outbox/outbox"

// From whom a mail comes. Mail about a school's families comes in the school's name, from the platform's address, and
// answers go to the school.

const inSchoolsName: ReadonlySet<string> = new Set<MailTemplate>([
  "guardian-invitation",
  "student-invitation",
  "teacher-invitation",
  "invoice-issued",
  "invoice-reminder",
  "payment-plan",
  "plan-asked",
  "package-bought",
  "voucher",
  "open-time",
  "leave-asked",
  "leave-answered",
  "leave-told",
  "plan-declined",
  "inquiry-confirmation",
  "inquiry-receipt",
  "inquiry-reply",
  "trial-booked",
  "trial-changed",
  "inquiry-arrived",
  "trial-arrived",
  "trial-arrived-teacher",
  "offer-made",
  "offer-accepted",
  "offer-withdrawn",
  "offer-answered",
  "consent-reminder",
  "documents-needed",
  "document-answered",
  "change-answered",
  "payment-receipt",
  "auto-pay-started",
  "auto-pay-ended",
  "auto-charge-announced",
  "auto-pay-expiring",
  "auto-charge-declined",
  "auto-charge-confirm",
  "payment-declined",
  "auto-charge-failed",
  "credit-note-issued",
  "invoice-voided",
  "payment-reversed",
  "refund-given",
  "payslip",
  "attendance-missing",
  "month-figures",
  "lessons-tomorrow",
  "lesson-notes",
  "digest",
  "session-changed",
  "lessons-arranged",
  "running-late",
  "time-off-requested",
  "time-off-answered",
  "work-entered",
  "work-answered",
  "correction-asked",
  "correction-answered",
  "absence-noticed",
  "family-confirmation",
  "credits-expiring",
  "birthday",
  "place-offered",
  "co-teaching",
  "freed-time",
  "lesson-swap",
  "occasion",
  "next-term",
  "class-ended",
  "class-changed",
  "new-message",
])

/** Whether a mail comes in its school's name, with its logo and color. */
export const comesFromSchool = (template: string): boolean => inSchoolsName.has(template)

/** Readers of mail show fewer. */
const longestName = 100

type Sender = { from: string; replyTo?: string }

/**
 * The From line of a queued mail and where its answers go, when not to us.
 * @param platform the platform's own From line: an address, or a name and <an address>
 */
export function senderOf(mail: { template: string; schoolId: string | null }, platform: string): Sender {
  if (!mail.schoolId || !comesFromSchool(mail.template)) return { from: platform }
  const school = select({ name: schools.name, email: schools.email })
    .from(schools)
    .where(eq(schools.id, mail.schoolId))
    .get()
  if (!school) return { from: platform }
  const [, name, address] = /^(.*)<([^<>]+)>$/.exec(platform) ?? [undefined, "", platform]
  const via = name?.trim().replace(/^"(.*)"$/, "$1") || "Tutti"
  return {
    from: `${quoted(`${school.name.slice(0, longestName)} via ${via}`)} <${address}>`,
    ...(school.email ? { replyTo: school.email } : {}),
  }
}

/** A display name as a quoted string (RFC 5322): on one line, without what ends it or an address. */
export function quoted(name: string): string {
  const plain = name
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .replace(/[<>]/g, "")
    .trim()

  return `"${plain.replace(/[\\"]/g, "\\$&")}"`
}
