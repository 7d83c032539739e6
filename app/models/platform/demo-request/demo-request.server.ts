import { transact } from "db/client.server"
import { demoRequests } from "db/schema/platform"
import { gt } from "drizzle-orm"
import { platformAdd, select } from "~/models/foundation/access/door.server"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { now } from "~/utils/clock.server"
import { env } from "~/utils/env.server"
import { newId } from "~/utils/ids.server"
import { isRepeated, repeatsSince } from "../inquiry/repeated"
import type { DemoRequestForm } from "./demo-request-form"

/** Keeps a visitor's wish to be shown Tutti, and mails it to the platform's own address; the same words sent twice are one. */
export function receiveDemoRequest(form: DemoRequestForm) {
  transact(() => {
    const at = now()
    const recent = select()
      .from(demoRequests)
      .where(gt(demoRequests.createdAt, repeatsSince(at)))
      .all()
    if (isRepeated<DemoRequestForm>(recent, form)) return
    platformAdd(demoRequests, { id: newId(), createdAt: at, ...form })
    queueMail({ template: "demo-request", data: form, schoolId: null, recipient: env().CONTACT_EMAIL })
  })
}
