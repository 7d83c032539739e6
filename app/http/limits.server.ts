import { type Need, routeOf } from "~/addresses/address"
import { screens } from "~/addresses/addresses"
import { platform } from "~/addresses/platform"
import type { SignIn } from "~/models/accounts/sign-in/sign-in"
import { type Holder, isPermission, may, type Permission } from "~/models/foundation/access/permissions"
import { isStaffPermission, mayStaff, type StaffRole } from "~/models/foundation/access/staff-permissions"

/** Families', whose screens nothing of the office leads to, and what only a browser asks for. */
const apart = /^(portal|pages):/
const permissionOf = (need: Need): Permission | undefined =>
  isPermission(need) && !apart.test(need) ? need : undefined

/**
 * What the screens of a school need: to be opened, and for their forms to be sent. From it a member with rights gets the
 * list of what their links and buttons leave out. What opens for anyone is left out for whom its form refuses.
 */
export const screenNeeds: Record<string, readonly [opens: Permission, sends: Permission]> = {}
for (const { path, opens, sends } of screens) {
  const toSend = permissionOf(sends)
  const toOpen = permissionOf(opens) ?? toSend
  if (toOpen) screenNeeds[routeOf(path)] = [toOpen, toSend ?? toOpen]
}

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

/** The same for a link on a page that anyone reads: a visitor may log in first, and a school's pages aren't open to staff. */
export function mayFollow(viewer: SignIn | undefined, to: string): boolean {
  if (viewer?.user.isSuperAdmin) return !screenNeeds[routeOf(to)]
  return !viewer?.membership || mayOpen(viewer.membership, to)
}
