import type { LoaderFunctionArgs } from "@remix-run/node"
import { requireMember } from "~/http/guards.server"
import { answerJson } from "~/http/json.server"
import { offerAll, readNameWish } from "~/models/foundation/name-search/name-search"
import { offerClassNames } from "~/models/teaching/class/open-classes.server"
import { offerClassesWithSpots } from "~/models/teaching/class/roster.server"
import { offerSwapTimes } from "~/models/teaching/session/swap-weekly-times.server"
import { todayOf } from "~/utils/clock.server"
import { isWithinReach } from "~/utils/dates"

/**
 * Classes by name, for a form that is to choose one: those of a date, those a student can move to from `from`, or the weekly times
 * that `time` can be swapped with.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "class:read")
  const { searchParams } = new URL(request.url)
  const wish = readNameWish(searchParams, "class")
  const [from, date, time] = ["from", "date", "time"].map((name) => searchParams.get(name))
  if (time) return answerJson(offerSwapTimes(actor, time, wish) ?? offerAll([]))
  if (from) return answerJson(offerClassesWithSpots(actor, from, wish))
  const day = date && isWithinReach(date) ? date : todayOf(actor)
  return answerJson(offerClassNames(actor, day, wish))
}
