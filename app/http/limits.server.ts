import { routeOf } from "~/addresses/address"
import { platform } from "~/addresses/platform"
import { type Holder, may } from "~/models/foundation/access/permissions"
import { isStaffPermission, mayStaff, type StaffRole } from "~/models/foundation/access/staff-permissions"
import { screenNeeds } from "./screen-needs"

/** What a member with rights may open and send; undefined for everyone whose role alone decides. */
export function limitsOf(holder: Holder) {
  if (holder.role !== "office" && holder.rights.length === 0) return undefined
  const { role, rights } = holder
  const screens = Object.entries(screenNeeds).map(
    ([pattern, [opens, sends]]) => [pattern, may(holder, opens), may(holder, sends)] as const,
  )
  return { holder: { role, rights }, screens }
}

const staffNeeds = new Map(Object.values(platform).map(({ path, opens }) => [routeOf(path), opens]))

/** Whether someone may open an address without parameters, so that a menu lists it. */
export function mayOpen(who: Holder | { staffRoles: readonly StaffRole[] }, to: string): boolean {
  const path = routeOf(to)
  if ("staffRoles" in who) {
    const needs = staffNeeds.get(path)
    return !needs || !isStaffPermission(needs) || mayStaff(who.staffRoles, needs)
  }
  const needs = screenNeeds[path]
  return !needs || may(who, needs[0])
}
