import fc from "fast-check"
import { expect, test } from "vitest"
import { matcherOf, readNetwork } from "./block.server"

test("an address or a network is read in its one form", () => {
  const networkOf = (text: string) => {
    const read = readNetwork(text)
    return read.ok ? read.network : read.reason
  }
  expect(networkOf(" 203.0.113.7 ")).toBe("203.0.113.7")
  expect(networkOf("203.0.113.7/24")).toBe("203.0.113.0/24")
  expect(networkOf("2001:DB8:0:0:1::9/64")).toBe("2001:db8::/64")
  expect(networkOf("2001:db8::9")).toBe("2001:db8::9")
  for (const odd of ["", "school", "203.0.113", "203.0.113.7/33", "203.0.113.7/x", "::1/129", "1.2.3.4/8/9"])
    expect(networkOf(odd), odd).toBe("unreadable")
  expect([networkOf("203.0.0.0/8"), networkOf("::/0")]).toEqual(["too-wide", "too-wide"])
  expect([networkOf("127.0.0.1"), networkOf("::1")]).toEqual(["own", "own"])
})

test("every address is in the network that is made of it", () => {
  fc.assert(
    fc.property(fc.ipV4(), fc.integer({ min: 16, max: 32 }), (address, prefix) => {
      const read = readNetwork(`${address}/${prefix}`)
      return !read.ok || matcherOf([read.network])(address)
    }),
  )
  fc.assert(
    fc.property(fc.ipV6(), fc.integer({ min: 32, max: 128 }), (address, prefix) => {
      const read = readNetwork(`${address}/${prefix}`)
      return !read.ok || matcherOf([read.network])(address)
    }),
  )
  const isBlocked = matcherOf(["203.0.113.0/24", "2001:db8::/64"])
  expect(isBlocked("203.0.114.1")).toBe(false)
  expect(isBlocked("::ffff:203.0.113.9")).toBe(true)
  expect(isBlocked("unknown")).toBe(false)
})
