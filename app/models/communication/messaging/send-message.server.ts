import { users } from "db/schema/accounts"
import { participants } from "db/schema/communication"
import { eq } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { addUnlessThere, select } from "~/models/foundation/access/door.server"
import { mailTo } from "~/models/foundation/outbox/outbox.server"
import { startTask, type TaskWork } from "~/models/foundation/task/run-task.server"
import type { Recipient } from "./messaging"

/**
 * Queues a copy for each who has an address. Everyone may answer the mail itself: in a conversation (`joins`) the reply of
 * someone with a login joins it, else it reaches the author. With `byText` it is texted to those who agreed to that, too.
 */
export function mailCopies(
  actor: Actor,
  message: {
    conversationId: string
    messageId?: string | undefined
    subject: string
    body: string
    joins: boolean
    byText?: boolean | undefined
    asksReceipt?: boolean | undefined
    isReminder?: boolean | undefined
  },
  recipients: readonly Pick<Recipient, "name" | "email" | "memberId">[],
) {
  const { byText, ...copy } = message
  const author = select({ email: users.email })
    .from(users)
    .where(eq(users.id, actor.userId ?? ""))
    .get()
  for (const { name, email, memberId } of recipients)
    if (email)
      mailTo(actor, { email, name }, "new-message", {
        authorName: actor.name,
        ...copy,
        ...(byText ? { byText } : {}),
        hasPages: memberId !== null,
        answerTo: author?.email ?? null,
      })
}

// A message to many people goes out step by step: each step adds some of them to the conversation and queues their mails.

/** So many get a message while the sender waits; more of them become a task. */
export const peopleAtOnce = 50

const MessageFacts = z.object({
  conversationId: z.string(),
  messageId: z.string().optional(),
  subject: z.string(),
  body: z.string(),
  joins: z.boolean().default(false),
  byText: z.boolean().optional(),
  asksReceipt: z.boolean().optional(),
  isReminder: z.boolean().optional(),
})
type MessageFacts = z.output<typeof MessageFacts>

const RecipientFacts = z.object({
  memberId: z.string().nullable(),
  guardianId: z.string().nullable(),
  why: z.string(),
  email: z.string().nullable(),
  inTuttiOnly: z.boolean().optional(),
})

/** Starts sending a message to people, whether they are in the conversation already or are to join it. */
export function startSending(
  actor: Actor,
  message: MessageFacts,
  recipients: readonly Recipient[],
  formKey: string | null,
): string {
  return startTask(actor, {
    kind: "send-message",
    about: message,
    items: recipients.map(({ name, ...detail }) => ({
      subjectId: detail.memberId ?? detail.guardianId ?? "",
      name,
      detail,
    })),
    formKey,
  })
}

/** Adds someone to a conversation; who is in it already stays as they are. */
export function addParticipant(
  actor: Actor,
  conversationId: string,
  person: Omit<Recipient, "email">,
  readAt: number | null,
) {
  addUnlessThere(actor, participants, { conversationId, ...person, readAt })
}

export const sendMessageWork: TaskWork<MessageFacts> = {
  about: MessageFacts,
  atMost: 20,
  carryOut: (actor, message, { name, detail }) => {
    const { email, inTuttiOnly, ...person } = { name, ...RecipientFacts.parse(detail) }
    addParticipant(actor, message.conversationId, person, null)
    mailCopies(actor, message, [{ ...person, email }])
    return { ok: true, note: email && !inTuttiOnly ? "By email" : "In Tutti", made: message.conversationId }
  },
}
