import { type Holder, may } from "~/models/foundation/access/permissions"
import { screenNeeds } from "./screen-needs"

/** What a member with rights may open and send; undefined for everyone whose role alone decides. */
export function limitsOf(holder: Holder) {
  if (holder.role !== "office" && holder.rights.length === 0) return undefined
  const { role, rights } = holder
  const screens = Object.entries(screenNeeds).map(
    ([pattern, [opens, sends = opens]]) => [pattern, may(holder, opens), may(holder, sends)] as const,
  )
  return { holder: { role, rights }, screens }
}
