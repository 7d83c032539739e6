import { type Need, routeOf } from "~/addresses/address"
import { screens } from "~/addresses/addresses"
import { isPermission, type Permission } from "~/models/foundation/access/permissions"

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
