import { db, transact } from "db/client.server"
import { emails } from "db/schema/foundation-mail"
import { and, eq, ne } from "drizzle-orm"
import { tellArranged } from "~/models/attendance/absence/tell-arranged.server"
import type { Actor } from "~/models/foundation/access/actor"
import { rehearse } from "~/models/foundation/access/rehearse.server"
import { heldMs } from "~/models/foundation/outbox/outbox.server"
import { tellEndings } from "~/models/teaching/class/ending-letters.server"
import { tellClasses } from "~/models/teaching/class/tell-class-change.server"
import { tellGuests } from "~/models/teaching/occasion/tell-occasion.server"
import { tellResultsDue } from "~/models/teaching/occasion/tell-results.server"
import { tellRenewals } from "~/models/teaching/roll-over/renewal-mail.server"
import { tellLessons } from "~/models/teaching/session/compose-told.server"
import { now } from "~/utils/clock.server"

// Letters about a lesson or a class that changed, and a class that ends, are written two minutes later.

function writeLetters(actor: Actor) {
  tellEndings(actor, now() + heldMs)
  tellClasses(actor, now() + heldMs)
  tellRenewals(actor, now() + heldMs)
  tellResultsDue(actor, now() + heldMs)
  tellGuests(actor, now() + heldMs)
  tellArranged(actor, now() + heldMs)
  tellLessons(actor, now() + heldMs)
}

/** What a reading finds once the letters are written; they wait as before afterwards. */
export const onceTold = <Found>(actor: Actor, read: () => Found): Found =>
  rehearse(() => {
    writeLetters(actor)
    return read()
  })

/** The letters are written, and the school's emails have left. */
export const sendTold = (actor: Actor) =>
  transact(() => {
    writeLetters(actor)
    db()
      .update(emails)
      .set({ state: "sent", attempts: 1 })
      .where(and(eq(emails.schoolId, actor.school.id), ne(emails.state, "gathered")))
      .run()
  })
