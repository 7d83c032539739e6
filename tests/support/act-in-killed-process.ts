import { schoolActor } from "~/models/foundation/access/actor.server"
import { fixClock } from "~/utils/clock.server"
import { testNow } from "./clock"
import { type KillableAct, killableAct } from "./killable-acts"
import { stopAtWrite } from "./stopped-writes"

// Carries an act out, and is killed (SIGKILL: no handler runs, nothing is flushed) just before its write with this number.
// Arguments: the act, the school, what it is given as JSON, the number of the write.

const [act = "", schoolId = "", facts = "", nth = ""] = process.argv.slice(2)
fixClock(testNow)
const actor = schoolActor(schoolId)
if (!actor) throw new Error(`No school ${schoolId}`)
await stopAtWrite<unknown>(
  Number(nth),
  () => killableAct[act as KillableAct](actor, JSON.parse(facts)),
  () => process.kill(process.pid, "SIGKILL"),
)
