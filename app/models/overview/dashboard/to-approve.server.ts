import { countAskedCorrections } from "~/models/attendance/correction/list-corrections.server"
import { countSwapsToApprove } from "~/models/attendance/swap/list-swaps.server"
import type { Actor } from "~/models/foundation/access/actor"
import { may } from "~/models/foundation/access/permissions"
import { countOf } from "~/utils/count-of"
import { paths } from "~/utils/paths"

/** What people agreed on or asked for and the actor is to approve. */
export function listToApprove(actor: Actor) {
  const swaps = countSwapsToApprove(actor)
  const corrections = may(actor, "register:unlock") ? countAskedCorrections(actor) : 0
  return [
    {
      n: swaps,
      to: paths.swaps(),
      label: `${countOf(swaps, "lesson swap")} to approve`,
      about: "the families agree",
    },
    {
      n: corrections,
      to: paths.corrections(),
      label: `${countOf(corrections, "attendance correction")} to approve`,
      about: "teachers can’t change attendance that’s locked",
    },
  ].flatMap(({ n, ...item }) => (n > 0 ? [item] : []))
}
