import { db } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { charges } from "db/schema/money"
import { eq } from "drizzle-orm"
import { schoolActor } from "~/models/foundation/access/actor.server"
import { issueInvoice } from "~/models/money/invoice/issue-invoice.server"
import { fixClock } from "~/utils/clock.server"
import { november } from "./billing"
import { testNow } from "./clock"

// A process of its own that issues one invoice per open charge of the school, as a second worker would; charges another
// process was faster with are refused. Prints how many it issued.

fixClock(testNow)
const school = db().select().from(schools).get()
const actor = school && schoolActor(school.id)
if (!actor) throw new Error("no school")
let issued = 0
for (const charge of db().select().from(charges).where(eq(charges.schoolId, actor.school.id)).all())
  if (issueInvoice(actor, november(charge.familyId, [charge.id])).ok) issued += 1
console.log(issued)
