import { transact } from "db/client.server"
import { emails } from "db/schema/foundation-mail"
import { tellDue } from "~/jobs/tell-due.server"
import type { Actor } from "~/models/foundation/access/actor"
import { rehearse } from "~/models/foundation/access/rehearse.server"
import { heldMs } from "~/models/foundation/outbox/outbox.server"
import { now } from "~/utils/clock.server"
import { changeRows } from "./school"

// Letters about lessons and classes that changed, and what else can be undone, are written two minutes later.

const writeLetters = (actor: Actor) => tellDue(actor, now() + heldMs)

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
    changeRows(emails, { schoolId: actor.school.id }, { state: "sent", attempts: 1 })
  })
