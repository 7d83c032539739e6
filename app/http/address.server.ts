import { isIP } from "node:net"
import type { Request as EdgeRequest } from "express"
import type { Env } from "~/utils/env.server"

/** Where a request came from, as the edge worked it out (`x-tutti-address`); clients cannot set it themselves. */
export const clientAddress = (request: Request): string => request.headers.get("x-tutti-address") ?? "unknown"

/**
 * The address by which tries are counted. An IPv6 user owns a whole /64, so the network counts; an IPv4 address is
 * normalized.
 */
export const countedAddress = (request: Request): string => networkOf(clientAddress(request))

export function networkOf(address: string): string {
  const bare = address.split("%")[0] ?? ""
  if (isIP(bare) !== 6) return address
  // The URL parser writes it in its one shortest form, with IPv4 tails as hexadecimal.
  const [head = "", tail] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split("::")
  const first = head ? head.split(":") : []
  const last = tail ? tail.split(":") : []
  const groups = [...first, ...Array<string>(8 - first.length - last.length).fill("0"), ...last]
  if (groups.slice(0, 5).every((group) => group === "0") && groups[5] === "ffff") {
    const bytes = groups.slice(6).flatMap((group) => {
      const value = Number.parseInt(group, 16)
      return [value >> 8, value & 255]
    })
    return bytes.join(".")
  }
  return `${groups.slice(0, 4).join(":")}::/64`
}

/**
 * The client's address at the edge. Fly replaces `Fly-Client-IP` in every request, and the last entry of its
 * `X-Forwarded-For` is our own address, so on Fly only that header is read; elsewhere a client could forge it. Behind
 * other proxies Express counts the trusted hops.
 */
export function addressAtEdge(request: EdgeRequest, trusted: Env["TRUSTED_PROXIES"]): string {
  const address = trusted === "fly" ? request.get("Fly-Client-IP") : undefined
  return (address && isIP(address) ? address : request.ip) ?? "unknown"
}

/** How many hops Express itself believes (`trust proxy`). */
export const trustedHops = (trusted: Env["TRUSTED_PROXIES"]): number => (trusted === "fly" ? 0 : trusted)
