import { schools } from "db/schema/accounts-schools"
import { charges } from "db/schema/money"
import { schoolActor } from "~/models/foundation/access/actor.server"
import { issueInvoice } from "~/models/money/invoice/issue-invoice.server"
import { fixClock } from "~/utils/clock.server"
import { november } from "./billing"
import { testNow } from "./clock"
import { rowOf, rowsOf } from "./school"

// A process of its own that issues one invoice per open charge of the school, as a second worker would; charges another
// process was faster with are refused. Prints how many it issued.

fixClock(testNow)
const school = rowOf(schools)
const actor = school && schoolActor(school.id)
if (!actor) throw new Error("no school")
let issued = 0
for (const charge of rowsOf(charges, { schoolId: actor.school.id }))
  if (issueInvoice(actor, november(charge.familyId, [charge.id])).ok) issued += 1
console.log(issued)
