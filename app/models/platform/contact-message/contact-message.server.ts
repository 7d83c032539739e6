import { transact } from "db/client.server"
import { contactMessages } from "db/schema/platform"
import { gt } from "drizzle-orm"
import { platformAdd, select } from "~/models/foundation/access/door.server"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { now } from "~/utils/clock.server"
import { env } from "~/utils/env.server"
import { newId } from "~/utils/ids.server"
import { isRepeated, repeatsSince } from "../inquiry/repeated"
import type { ContactMessageForm } from "./contact-message-form"

/** Keeps what a visitor wrote, and mails it to the platform's own address, to be answered from there; the same words sent twice are one. */
export function receiveContactMessage(form: ContactMessageForm) {
  transact(() => {
    const at = now()
    const recent = select()
      .from(contactMessages)
      .where(gt(contactMessages.createdAt, repeatsSince(at)))
      .all()
    if (isRepeated<ContactMessageForm>(recent, form)) return
    platformAdd(contactMessages, { id: newId(), createdAt: at, ...form })
    queueMail({ template: "contact-message", data: form, schoolId: null, recipient: env().CONTACT_EMAIL })
  })
}
