import { type Need, routeOf } from "~/addresses/address"
import { addresses } from "~/addresses/addresses"
import { type Permission, permissions } from "~/models/foundation/access/permissions"

/** Families', whose screens nothing of the office leads to, and what only a browser asks for. */
const apart = /^(portal|pages):/
const permissionOf = (need: Need): Permission | undefined =>
  Object.keys(permissions).find(
    (permission): permission is Permission => permission === need && !apart.test(need),
  )

/**
 * What the screens of a school need: to be opened, and for their forms to be sent. From it a member with rights gets the
 * list of what their links and buttons leave out. What opens for anyone is left out for whom its form refuses.
 */
export const screenNeeds: Record<string, readonly [opens: Permission, sends: Permission]> = {}
for (const address of Object.values(addresses)) {
  const [opens, sends] = "opens" in address ? [address.opens, address.sends].map(permissionOf) : []
  const needed = opens ?? sends
  if (needed) screenNeeds[routeOf(address.path)] = [needed, sends ?? needed]
}
