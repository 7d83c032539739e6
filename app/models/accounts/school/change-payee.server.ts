import { db, transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { countTry } from "~/models/foundation/throttle/throttle.server"
import { now } from "~/utils/clock.server"
import { formatTime } from "~/utils/clock-times"
import { formatDate } from "~/utils/date-text"
import type { Result } from "~/utils/result"
import { localDate, localTime } from "~/utils/zones"
import { passwordMatches } from "../user/password.server"
import { listOffice } from "./office.server"
import { change, findSchoolSettings } from "./school-settings.server"

/**
 * Changes the PayPal account that families' payments go to: the most valuable thing to steal here.
 * Asks for the person's own password again, tells every administrator by mail, and is in the audit log.
 * @param payeeEmail null takes the account away, and families can no longer pay online
 */
export async function changePayee(
  actor: Actor,
  { payeeEmail, password }: { payeeEmail: string | null; password: string },
): Promise<Result<void, "wrong-password"> | { ok: false; reason: "too-many-tries"; seconds: number }> {
  if (!actor.userId) return { ok: false, reason: "wrong-password" }
  const seconds = await countTry("password-again", actor.userId)
  if (seconds > 0) return { ok: false, reason: "too-many-tries", seconds }
  const user = db().select().from(users).where(eq(users.id, actor.userId)).get()
  if (!(await passwordMatches(user?.passwordHash, password))) return { ok: false, reason: "wrong-password" }
  transact(() => {
    const before = findSchoolSettings(actor).payeeEmail
    if (before === payeeEmail) return
    change(actor, "payee", { payeeEmail })
    tellAdministrators(actor, { before, after: payeeEmail })
  })
  return { ok: true }
}

function tellAdministrators(
  actor: Actor,
  { before, after }: { before: string | null; after: string | null },
) {
  const { timeZone, name, id: schoolId } = actor.school
  const at = now()
  for (const person of listOffice(actor))
    queueMail({
      template: "payee-changed",
      schoolId,
      recipient: person.email,
      data: {
        schoolName: name,
        recipientName: person.name,
        changedBy: actor.name,
        before: before ?? "none",
        after: after ?? "none",
        changedAt: `${formatDate(localDate(at, timeZone), "full", actor.school)}, ${formatTime(localTime(at, timeZone), actor.school)}`,
      },
    })
}
