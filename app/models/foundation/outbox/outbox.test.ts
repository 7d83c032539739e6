import { transact } from "db/client.server"
import { emails } from "db/schema/foundation-mail"
import { beforeEach, describe, expect, test } from "vitest"
import { fixClock } from "~/utils/clock.server"
import { testNow } from "../../../../tests/support/clock"
import { inAct } from "../../../../tests/support/in-act"
import { openSchool, removeRows, rowOf } from "../../../../tests/support/school"
import { letMailGo, takeMailBack } from "./held-mail.server"
import {
  type LeasedMail,
  leaseMail,
  postponeMail,
  pullForwardMail,
  pullForwardMailOf,
  queueMail,
  recordMailFailure,
  recordMailSent,
} from "./outbox.server"

const minute = 60_000
const later = (minutes: number) => fixClock(testNow + minutes * minute)
const only = () => rowOf(emails)
const queue = (recipient = "fay@fontaine.example") =>
  inAct(queueMail)({ schoolId: null, recipient, template: "account-exists", data: { name: "Fay" } })
const leased = (): LeasedMail => {
  const mail = leaseMail()
  if (!mail) throw new Error("Nothing was due.")
  return mail
}
const away = { message: "application_error: away", final: false }

beforeEach(() => void removeRows(emails))

describe("a queued mail", () => {
  test("carries the id that is the provider's key, through every try", () => {
    const id = queue()
    expect(leased().id).toBe(id)
    later(2)
    expect(leased()).toMatchObject({ id, attempts: 2 })
  })

  test("is taken once, the longest waiting first", () => {
    queue("first@fontaine.example")
    later(1)
    queue("second@fontaine.example")
    expect([leased().recipient, leased().recipient]).toEqual([
      "first@fontaine.example",
      "second@fontaine.example",
    ])
    expect(leaseMail()).toBeUndefined()
  })

  test("that someone waits for is never behind a school's many", () => {
    transact(() => {
      for (let n = 0; n < 5000; n += 1)
        inAct(queueMail)({
          schoolId: null,
          recipient: `family-${n}@fontaine.example`,
          template: "support-answer",
          data: { name: "Fay", content: "…" },
        })
    })
    later(1)
    const reset = inAct(queueMail)({
      schoolId: null,
      recipient: "ruth@fontaine.example",
      template: "password-reset",
      data: { name: "Ruth", email: "ruth@fontaine.example", linkId: "link" },
    })
    expect(leaseMail("bulk")?.recipient).toBe("family-0@fontaine.example")
    expect(leaseMail("urgent")?.id).toBe(reset)
    expect(leaseMail("urgent")).toBeUndefined()
  })

  test("that was sent is never taken again", () => {
    queue()
    recordMailSent(leased().id, "provider-1")
    later(10_000)
    expect(leaseMail()).toBeUndefined()
    expect(only()).toMatchObject({
      state: "sent",
      providerId: "provider-1",
      sentAt: testNow,
      leaseUntil: null,
    })
  })

  test("that fails waits longer each time, and after six tries it is dead", () => {
    queue()
    let at = 0
    for (const wait of [1, 5, 30, 120, 360]) {
      recordMailFailure(leased(), away)
      at += wait
      later(at - 0.01)
      expect(leaseMail()).toBeUndefined()
      later(at)
    }
    recordMailFailure(leased(), away)
    expect(only()).toMatchObject({ state: "dead", attempts: 6, lastError: away.message })
  })

  test("the provider will never take ends at once", () => {
    queue()
    recordMailFailure(leased(), { message: "validation_error: no such address", final: true })
    expect(only()).toMatchObject({ state: "failed", attempts: 1 })
    later(10_000)
    expect(leaseMail()).toBeUndefined()
  })

  test("the provider asks to hold back is not a failed try", () => {
    queue()
    postponeMail(leased(), minute)
    expect(leaseMail()).toBeUndefined()
    later(1)
    expect(leased().attempts).toBe(1)
  })

  test("whose try ended unknown is not repeated when the provider has forgotten its key", () => {
    queue()
    leased()
    later(20 * 60 + 3)
    expect(leaseMail()).toBeUndefined()
    expect(only()).toMatchObject({ state: "dead", lastError: expect.stringContaining("unknown") })
  })

  test("whose sender was killed long ago is given up by the next question, with nothing else to send", () => {
    queue()
    expect(leaseMail("bulk")).toBeUndefined()
    // The process dies here: no one ever says how the try ended.
    expect(leaseMail("urgent")).toMatchObject({ attempts: 1 })
    later(20 * 60 + 3)
    expect(leaseMail("urgent")).toBeUndefined()
    expect(only()).toMatchObject({ state: "dead", leaseUntil: null })
  })

  test("whose sender was killed is sent again once its time is over, and only then", () => {
    const id = queue()
    leased()
    later(1.9)
    expect(leaseMail("urgent")).toBeUndefined()
    later(2)
    expect(leaseMail("urgent")).toMatchObject({ id, attempts: 2 })
  })

  test("that isn’t due is asked for without a lock: another process may be writing", async () => {
    const { default: Database } = await import("better-sqlite3")
    const other = new Database(String(process.env.DATABASE_PATH))
    other.exec("begin immediate")
    try {
      expect(leaseMail("urgent")).toBeUndefined()
    } finally {
      other.exec("rollback")
      other.close()
    }
  })

  test("that was never tried may be as old as it likes", () => {
    queue()
    later(48 * 60)
    expect(leased().attempts).toBe(1)
  })

  test("is gone with the transaction that queued it", () => {
    expect(() =>
      transact(() => {
        queue()
        throw new Error("the invoice was refused")
      }),
    ).toThrow("the invoice was refused")
    expect(only()).toBeUndefined()
  })
})

describe("a mail that is held so that it can be taken back", () => {
  const hour = 60
  const hold = () => {
    const { school } = openSchool().actor
    removeRows(emails)
    const mail = { schoolId: school.id, template: "account-exists", data: { name: "Fay" } } as const
    inAct(queueMail)({ ...mail, recipient: "held@fontaine.example", heldFor: "invoice" })
    inAct(queueMail)({ ...mail, recipient: "other@fontaine.example" })
    return school.id
  }

  test("stays held when the school may send again; what waited for that is due at once", () => {
    const schoolId = hold()
    postponeMail(leased(), hour * minute)
    pullForwardMailOf(schoolId)
    expect(leased().recipient).toBe("other@fontaine.example")
    expect(leaseMail()).toBeUndefined()
    expect(inAct(takeMailBack)(schoolId, "invoice")).toBe(1)
  })

  test("once let go is put off like any other: not let go twice, and due when the school may send again", () => {
    const schoolId = hold()
    recordMailSent(leased().id, null)
    expect(inAct(letMailGo)(schoolId, "invoice")).toBe(1)
    postponeMail(leased(), hour * minute)
    expect(inAct(letMailGo)(schoolId, "invoice")).toBe(0)
    expect(leaseMail()).toBeUndefined()
    pullForwardMailOf(schoolId)
    expect(leased().recipient).toBe("held@fontaine.example")
  })

  test("stays held after a clock that was ahead, and then no longer than any", () => {
    later(30 * 24 * hour)
    const schoolId = hold()
    later(0)
    expect([pullForwardMail(), pullForwardMail()]).toEqual([2, 0])
    expect(leased().recipient).toBe("other@fontaine.example")
    expect(leaseMail()).toBeUndefined()
    later(12 * hour - 1)
    expect(inAct(takeMailBack)(schoolId, "invoice")).toBe(1)
  })

  test("leaves after half a day when no one lets it go", () => {
    hold()
    recordMailSent(leased().id, null)
    later(12 * hour)
    expect(leased().recipient).toBe("held@fontaine.example")
  })
})
