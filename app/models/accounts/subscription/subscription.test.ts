import { describe, expect, test } from "vitest"
import { accessOf, clientStatus, paidStatus, stateAfter } from "./subscription"

const at = Date.parse("2026-11-18T20:10:00Z")
const later = at + 86_400_000
const earlier = at - 86_400_000
/** Nothing that staff granted or took. */
const plain = { extendedUntil: null, heldAt: null }
const running = { status: "active", paidUntil: later } as const
const word = { failedPayments: 0, nextBillingAt: null }

describe("the status of a subscription after the provider was asked", () => {
  test("a renewal moves what is paid for, also of one that was expired or suspended", () => {
    const renewed = { status: "ACTIVE", failedPayments: 0, nextBillingAt: later + 1 } as const
    for (const status of ["active", "suspended", "expired"] as const)
      expect(stateAfter({ status, paidUntil: earlier }, renewed, at)).toEqual({
        status: "active",
        paidUntil: later + 1,
      })
  })

  test("a payment that failed leaves it open to the end of what is paid for", () => {
    const failed = { status: "ACTIVE", failedPayments: 1, nextBillingAt: later + 30 } as const
    expect(stateAfter(running, failed, at)).toEqual(running)
    expect(stateAfter({ status: "active", paidUntil: earlier }, failed, at).status).toBe("expired")
  })

  test("suspended and canceled last to the end of what is paid for, an ended one does not", () => {
    expect(stateAfter(running, { ...word, status: "SUSPENDED" }, at)).toEqual({
      status: "suspended",
      paidUntil: later,
    })
    expect(stateAfter(running, { ...word, status: "CANCELLED" }, at)).toEqual({
      status: "cancelled",
      paidUntil: later,
    })
    expect(stateAfter(running, { ...word, status: "EXPIRED" }, at).status).toBe("expired")
    for (const status of ["SUSPENDED", "CANCELLED"] as const)
      expect(stateAfter({ status: "active", paidUntil: earlier }, { ...word, status }, at).status).toBe(
        "expired",
      )
    expect(
      stateAfter({ status: "active", paidUntil: null }, { ...word, status: "CANCELLED" }, at).status,
    ).toBe("expired")
  })

  test("one that is not approved changes nothing", () => {
    expect(stateAfter(running, { ...word, status: "APPROVAL_PENDING" }, at)).toEqual(running)
  })
})

test("clients see one of four words", () => {
  expect(clientStatus(null, at)).toBe("none")
  expect(clientStatus({ ...plain, status: "pending", paidUntil: null }, at)).toBe("pending")
  expect(clientStatus({ ...plain, status: "cancelled", paidUntil: later }, at)).toBe("active")
  expect(clientStatus({ ...plain, status: "suspended", paidUntil: earlier }, at)).toBe("expired")
})

describe("the word of the platform's staff", () => {
  const paid = { ...plain, status: "active", paidUntil: later } as const
  const ended = { ...plain, status: "expired", paidUntil: earlier } as const

  test("keeps an ended school open as long as it was extended, and says so only then", () => {
    expect(clientStatus({ ...ended, extendedUntil: later }, at)).toBe("active")
    expect(accessOf({ ...ended, extendedUntil: later }, at)).toBe("extended")
    expect(clientStatus({ ...ended, extendedUntil: at }, at)).toBe("expired")
    expect(accessOf({ ...paid, extendedUntil: later }, at)).toBe("own")
    expect(paidStatus(ended, at)).toBe("expired")
  })

  test("closes one that has paid, extended or not", () => {
    for (const held of [paid, { ...paid, extendedUntil: later }]) {
      expect(clientStatus({ ...held, heldAt: earlier }, at)).toBe("expired")
      expect(accessOf({ ...held, heldAt: earlier }, at)).toBe("held")
      expect(paidStatus(held, at)).toBe("active")
    }
  })
})
