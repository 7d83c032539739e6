import { db, transact } from "db/client.server"
import { demoRequests } from "db/schema/platform"
import { now } from "~/utils/clock.server"
import { env } from "~/utils/env.server"
import { newId } from "~/utils/ids.server"
import { queueMail } from "../outbox/outbox.server"
import type { DemoRequestForm } from "./demo-request-form"

/** Keeps a visitor's wish to be shown Tutti, and mails it to the platform's own address. */
export function receiveDemoRequest(form: DemoRequestForm) {
  transact(() => {
    db()
      .insert(demoRequests)
      .values({ id: newId(), createdAt: now(), ...form })
      .run()
    queueMail({ template: "demo-request", data: form, schoolId: null, recipient: env().CONTACT_EMAIL })
  })
}
