import { describe, expect, test } from "vitest"
import {
  accessOf,
  clientStatus,
  graceAfter,
  graceDays,
  paidStatus,
  standingKindOf,
  stateAfter,
} from "./subscription"

const at = Date.parse("2026-11-18T20:10:00Z")
const later = at + 86_400_000
const earlier = at - 86_400_000
/** Nothing that staff granted or took. */
const plain = { graceUntil: null, extendedUntil: null, heldAt: null }
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

  test("after a failed payment it stays open for the grace period from the first failure on", () => {
    const failing = { status: "ACTIVE", failedPayments: 1 } as const
    const graceUntil = graceAfter({ graceUntil: null }, failing, at)
    expect(graceUntil).toBe(at + graceDays * 86_400_000)
    const stored = { status: "active", paidUntil: earlier, graceUntil } as const
    const again = { status: "SUSPENDED", failedPayments: 3 } as const
    expect(graceAfter(stored, again, later)).toBe(graceUntil)
    expect(stateAfter(stored, { ...word, ...again }, at).status).toBe("suspended")
    expect(stateAfter(stored, { ...word, ...again }, graceUntil ?? 0).status).toBe("expired")
    // Paid or canceled: there's no grace.
    for (const over of [
      { status: "ACTIVE", failedPayments: 0 },
      { status: "CANCELLED", failedPayments: 2 },
    ] as const)
      expect(graceAfter(stored, over, at)).toBeNull()
    // Suspended while nothing is due: none begins, and one that runs goes on until it's active again.
    const held = { status: "SUSPENDED", failedPayments: 0 } as const
    expect(graceAfter({ graceUntil: null }, held, at)).toBeNull()
    expect(graceAfter(stored, held, at)).toBe(graceUntil)
  })

  test("one that PayPal only holds for a school that leaves is canceled", () => {
    const leaving = { ...running, leavingAt: earlier }
    const held = { ...word, status: "SUSPENDED" } as const
    expect(stateAfter(leaving, held, at).status).toBe("cancelled")
    expect(stateAfter({ ...leaving, paidUntil: earlier }, held, at).status).toBe("expired")
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

test("one word says how a school stands, for staff and for the school", () => {
  const stored = { ...plain, status: "active", paidUntil: later, providerStatus: "ACTIVE" } as const
  const kind = (part: Partial<Parameters<typeof standingKindOf>[0] & object>) =>
    standingKindOf({ ...stored, ...part }, at)
  expect(standingKindOf(null, at)).toBe("none")
  expect(kind({})).toBe("active")
  expect(kind({ status: "cancelled" })).toBe("ending")
  expect(kind({ status: "cancelled", paidUntil: earlier })).toBe("expired")
  expect(kind({ paidUntil: earlier, graceUntil: later })).toBe("payment-failed")
  expect(kind({ status: "suspended", paidUntil: earlier, graceUntil: later })).toBe("payment-failed")
  expect(kind({ paidUntil: earlier, graceUntil: at })).toBe("expired")
  expect(kind({ status: "suspended" })).toBe("suspended")
  expect(kind({ status: "expired", extendedUntil: later })).toBe("extended")
  expect(kind({ extendedUntil: later })).toBe("active")
  expect(kind({ heldAt: earlier, extendedUntil: later })).toBe("held")
  expect(kind({ status: "pending", paidUntil: null, providerStatus: null })).toBe("unpaid")
  expect(kind({ status: "pending", paidUntil: null, providerStatus: "APPROVED" })).toBe("pending")
})
