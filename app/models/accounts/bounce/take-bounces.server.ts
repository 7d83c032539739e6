import { transact } from "db/client.server"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { type BounceKind, bounceReasons } from "~/models/foundation/outbox/bounce"
import { clearBounce, findMail, findSentMail, noteBounce } from "~/models/foundation/outbox/bounce.server"
import { noteDelivered } from "~/models/foundation/outbox/delivery.server"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { cut } from "~/utils/form-text"
import { listOffice } from "../school/office.server"

// What became of a mail after the provider took it. A mail that comes back for good marks its address and tells the
// school's office once; one that arrives clears it. The provider's message only names the mail: the address is ours.

const MailEvent = z.object({
  type: z.enum(["email.bounced", "email.complained", "email.delivered"]),
  data: z.object({
    email_id: z.string().min(1).max(100),
    bounce: z.object({ type: cut(100).nullish(), message: cut(2000).nullish() }).nullish(),
  }),
})
export type MailEvent = z.output<typeof MailEvent>

/** What a message of the provider says; "other" for events we don't use, undefined for what can't be read. */
export function readMailEvent(raw: string): MailEvent | "other" | undefined {
  try {
    const body: unknown = JSON.parse(raw)
    const read = MailEvent.safeParse(body)
    if (read.success) return read.data
    const named = z.object({ type: z.string() }).safeParse(body)
    return named.success && !(MailEvent.shape.type.options as string[]).includes(named.data.type)
      ? "other"
      : undefined
  } catch {
    return undefined
  }
}

type MailOutcome = "marked" | "cleared" | "delivered" | "no-change" | "not-ours"

/** As the provider writes it of an address that will never work. */
const Lasting = z.literal("Permanent")
const isLasting = (type: string) => Lasting.safeParse(type).success

/** Takes over what the provider says of a mail. Safe to repeat. */
export function takeMailEvent(
  { type, data }: MailEvent,
  schoolOf: (schoolId: string) => Actor | undefined,
): MailOutcome {
  return transact(() => {
    const mail = findSentMail(data.email_id)
    if (!mail) return "not-ours"
    if (type === "email.delivered") {
      const isNews = noteDelivered(mail.id) > 0
      if (clearBounce(mail.recipient, mail.sentAt ?? 0)) return "cleared"
      return isNews ? "delivered" : "no-change"
    }
    // A mailbox that is full for a day is no reason to stop; the provider itself tries again.
    if (type === "email.bounced" && data.bounce?.type && !isLasting(data.bounce.type)) return "no-change"
    mark(mail, type === "email.bounced" ? "bounced" : "complained", data.bounce?.message, schoolOf)
    return "marked"
  })
}

/** A mail server says for good that it couldn't deliver a mail of ours. Safe to repeat. */
export const takeBounce = (
  mailId: string,
  reason: string,
  schoolOf: (schoolId: string) => Actor | undefined,
): MailOutcome =>
  transact(() => {
    const mail = findMail(mailId)
    if (!mail) return "not-ours"
    mark(mail, "bounced", reason, schoolOf)
    return "marked"
  })

type SentMail = { id: string; schoolId: string | null; recipient: string }

function mark(
  mail: SentMail,
  kind: BounceKind,
  said: string | null | undefined,
  schoolOf: (schoolId: string) => Actor | undefined,
) {
  const reason = said?.trim() || bounceReasons[kind]
  if (noteBounce(mail, { kind, reason }) && mail.schoolId)
    tellOffice(schoolOf(mail.schoolId), mail.recipient, bounceReasons[kind])
}

/** Once for each address; never at the address itself. */
function tellOffice(actor: Actor | undefined, address: string, reason: string) {
  if (!actor) return
  for (const { name, email } of listOffice(actor))
    if (email.toLowerCase() !== address.toLowerCase())
      queueMail({
        schoolId: actor.school.id,
        recipient: email,
        template: "email-returned",
        data: { schoolName: actor.school.name, name, address, reason },
      })
}
