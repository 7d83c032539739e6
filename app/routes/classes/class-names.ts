import type { LoaderFunctionArgs } from "@remix-run/node"
import { requireMember } from "~/http/guards.server"
import { answerJson } from "~/http/json.server"
import { readNameWish } from "~/models/foundation/name-choice/name-offer"
import { offerClassNames } from "~/models/teaching/class/open-classes.server"
import { offerClassesWithSpots } from "~/models/teaching/class/roster.server"
import { now } from "~/utils/clock.server"
import { isWithinReach } from "~/utils/dates"
import { today } from "~/utils/zones"

/** Classes by name, for a form that is to choose one: those of a date, or those a student can move to from `from`. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "class:read")
  const { searchParams } = new URL(request.url)
  const wish = readNameWish(searchParams, "class")
  const [from, date] = [searchParams.get("from"), searchParams.get("date")]
  if (from) return answerJson(offerClassesWithSpots(actor, from, wish))
  const day = date && isWithinReach(date) ? date : today(actor.school.timeZone, now())
  return answerJson(offerClassNames(actor, day, wish))
}
