import { db, transact } from "db/client.server"
import { contactMessages } from "db/schema/platform"
import { now } from "~/utils/clock.server"
import { env } from "~/utils/env.server"
import { newId } from "~/utils/ids.server"
import { queueMail } from "../outbox/outbox.server"
import type { ContactMessageForm } from "./contact-message-form"

/** Keeps what a visitor wrote, and mails it to the platform's own address, to be answered from there. */
export function receiveContactMessage(form: ContactMessageForm) {
  transact(() => {
    db()
      .insert(contactMessages)
      .values({ id: newId(), createdAt: now(), ...form })
      .run()
    queueMail({ template: "contact-message", data: form, schoolId: null, recipient: env().CONTACT_EMAIL })
  })
}
