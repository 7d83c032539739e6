import { schoolActor } from "~/models/foundation/access/actor.server"
import { addSession } from "~/models/teaching/session/move-session.server"

// One of two processes that want the same room: waits for the agreed instant, asks once, prints the answer.
// Arguments: school, class, room, instant (UTC ms).

const [schoolId = "", classId = "", roomId = "", at = "0"] = process.argv.slice(2)
const actor = schoolActor(schoolId)
if (!actor) throw new Error(`No school ${schoolId}`)
while (Date.now() < Number(at)) {
  // both spin, so that both ask in the same millisecond
}
const answer = addSession(actor, { classId, roomId, date: "2027-03-03", startTime: "10:00", minutes: 30 })
process.stdout.write(answer.ok ? "booked" : answer.reason)
