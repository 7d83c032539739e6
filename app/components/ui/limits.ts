import { createContext, useContext } from "react"
import { type Holder, may, type Permission } from "~/models/foundation/access/permissions"

// What a member with rights may not open or send. Everyone else sees only screens that are theirs, so for them there is
// no list, and no link is looked up.

/** An address of the route table, whether it may be opened, and whether its form may be sent. */
export type ScreenLimit = readonly [pattern: string, opens: boolean, sends: boolean]

export type Limits = { holder: Holder; screens: readonly ScreenLimit[] }

const LimitsContext = createContext<Limits | undefined>(undefined)

export const LimitsProvider = LimitsContext.Provider

/** Whether the viewer may open an address. */
export function useMayOpen(): (to: unknown) => boolean {
  const limits = useContext(LimitsContext)
  return (to) => limits === undefined || typeof to !== "string" || limitOf(limits, to)?.[1] !== false
}

/** Whether the viewer may send a form to an address, and has what it needs besides. */
export function useMaySend(to: string, needs?: Permission): boolean {
  const limits = useContext(LimitsContext)
  if (limits === undefined) return true
  return limitOf(limits, to)?.[2] !== false && (needs === undefined || may(limits.holder, needs))
}

/** Whether the viewer has a permission, as far as rights decide it. */
export function useHasRight(): (permission: Permission) => boolean {
  const limits = useContext(LimitsContext)
  return (permission) => limits === undefined || may(limits.holder, permission)
}

/** The row for an address: of those that fit, the one with the fewest parameters. */
export function limitOf({ screens }: Limits, address: string): ScreenLimit | undefined {
  const parts = (address.split(/[?#]/)[0] ?? "").split("/")
  let best: ScreenLimit | undefined
  let fewest = Number.POSITIVE_INFINITY
  for (const screen of screens) {
    const named = screen[0].split("/")
    const fits =
      named.length === parts.length && named.every((name, i) => name[0] === ":" || name === parts[i])
    const parameters = named.filter((name) => name[0] === ":").length
    if (!fits || parameters >= fewest) continue
    best = screen
    fewest = parameters
  }
  return best
}
