import { users } from "db/schema/accounts"
import { eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
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
      queueMail({
        template: "new-message",
        schoolId: actor.school.id,
        recipient: email,
        data: {
          schoolName: actor.school.name,
          recipientName: name,
          authorName: actor.name,
          ...copy,
          ...(byText ? { byText } : {}),
          hasPages: memberId !== null,
          answerTo: author?.email ?? null,
        },
      })
}
