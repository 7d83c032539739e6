import { BlockList, isIP } from "node:net"

// Addresses and networks as an operator types them, in their one shortest form.

/** Larger networks than these are whole providers or countries. */
const widest = { 4: 16, 6: 32 } as const

export type NetworkRefusal = "unreadable" | "too-wide" | "own"

/** The network in its one form, such as `203.0.113.0/24` or `2001:db8::/64`; a single address has no suffix. */
export function readNetwork(
  text: string,
): { ok: true; network: string } | { ok: false; reason: NetworkRefusal } {
  const [address = "", suffix, ...rest] = text.trim().split("/")
  const family = isIP(address)
  if ((family !== 4 && family !== 6) || rest.length > 0 || address.includes("%"))
    return { ok: false, reason: "unreadable" }
  const bits = family === 4 ? 32 : 128
  if (suffix !== undefined && !/^\d{1,3}$/.test(suffix)) return { ok: false, reason: "unreadable" }
  const prefix = suffix === undefined ? bits : Number(suffix)
  if (prefix > bits) return { ok: false, reason: "unreadable" }
  if (prefix < widest[family]) return { ok: false, reason: "too-wide" }
  const list = new BlockList()
  list.addSubnet("127.0.0.0", 8, "ipv4")
  list.addAddress("::1", "ipv6")
  if (list.check(address, family === 4 ? "ipv4" : "ipv6")) return { ok: false, reason: "own" }
  const first = firstOf(address, family, prefix)
  return { ok: true, network: prefix === bits ? first : `${first}/${prefix}` }
}

/** The first address of the network, as the URL parser writes it. */
function firstOf(address: string, family: 4 | 6, prefix: number): string {
  if (family === 4) {
    const value = address.split(".").reduce((sum, part) => sum * 256 + Number(part), 0)
    const size = 2 ** (32 - prefix)
    const first = Math.floor(value / size) * size
    return [24, 16, 8, 0].map((shift) => Math.floor(first / 2 ** shift) % 256).join(".")
  }
  const written = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = "", tail] = written.split("::")
  const parts = (half: string | undefined) => (half ? half.split(":") : [])
  const missing = 8 - parts(head).length - parts(tail).length
  const groups = [...parts(head), ...Array<string>(missing).fill("0"), ...parts(tail)].map((group, index) => {
    const kept = Math.max(0, Math.min(16, prefix - index * 16))
    return (Number.parseInt(group, 16) & ((0xffff << (16 - kept)) & 0xffff)).toString(16)
  })
  return new URL(`http://[${groups.join(":")}]`).hostname.slice(1, -1)
}

/** A test for many addresses against some networks; without any it reads no address. */
export function matcherOf(networks: readonly string[]): (address: string) => boolean {
  if (networks.length === 0) return () => false
  const list = new BlockList()
  for (const network of networks) {
    const [address = "", prefix] = network.split("/")
    const family = isIP(address) === 4 ? "ipv4" : "ipv6"
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return (address) => {
    const bare = address.split("%")[0] ?? ""
    const family = isIP(bare)
    return family !== 0 && list.check(bare, family === 4 ? "ipv4" : "ipv6")
  }
}
