import { sqlite } from "db/client.server"
import { users } from "db/schema/accounts"
import { schools } from "db/schema/accounts-schools"
import { jobs } from "db/schema/foundation"
import { events } from "db/schema/foundation-audit"
import { emails } from "db/schema/foundation-mail"
import { classes, classPrices } from "db/schema/teaching"
import { bookings, sessions } from "db/schema/teaching-sessions"
import { beforeEach, describe, expect, test } from "vitest"
import { hashPassword } from "~/models/accounts/user/password.server"
import type { Actor } from "~/models/foundation/access/actor"
import { issueInvoice } from "~/models/money/invoice/issue-invoice.server"
import { listRooms } from "~/models/teaching/room/room.server"
import { now } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { instantOf } from "~/utils/zones"
import { Browser, rowCount, textOf } from "../../support/app"
import { november, openFamily, owe } from "../../support/billing"
import { undoOf } from "../../support/forms"
import { addRoomRow, addSessionRow, openClass } from "../../support/lessons"
import { addMember, addRows, changeRows, openSchool, rowOf, rowsOf } from "../../support/school"

const at = "/settings/school"
const passwordHash = await hashPassword("eine kleine Nachtmusik")
let school: { actor: Actor; userId: string; browser: Browser }

beforeEach(async () => {
  const { actor, userId } = openSchool()
  changeRows(users, { id: userId }, { passwordHash })
  school = { actor, userId, browser: await Browser.of(userId) }
})

const row = () => rowOf(schools, { id: school.actor.school.id })
const save = (intent: string, fields: Record<string, string>) =>
  school.browser.submit(at, { intent, ...fields })

describe("the school's settings", () => {
  test("are shown as they are, and saved part by part", async () => {
    const text = await school.browser.read(at)
    expect(text).toContain("Name Harmony School of Music")
    expect(text).toContain("Next invoice number 2026-0001")
    const html = await school.browser.html(`${at}?edit=identity`)
    expect(html).toContain('value="Harmony School of Music"')
    await save("identity", {
      name: "Harmony <b>School</b>",
      address: "14 Station Road\nSpringfield",
      phone: "+1 555 010 0142",
      email: "Office@Harmony.example",
    })
    await save("invoicing", { invoiceNumberFormat: "H/{year}/{number}", invoiceDueDays: "30" })
    expect(row()).toMatchObject({
      name: "Harmony <b>School</b>",
      address: "14 Station Road\nSpringfield",
      email: "office@harmony.example",
      invoiceNumberFormat: "H/{year}/{number}",
      invoiceDueDays: 30,
    })
    const again = await school.browser.html(at)
    expect(again).toMatch(/Next invoice number<\/dt><dd>H\/2026\/0001/)
    expect(again).not.toContain("Harmony <b>")
    const kept = rowsOf(events, { schoolId: school.actor.school.id })
    expect(kept.find(({ verb }) => verb === "change-invoicing")).toMatchObject({
      before: '{"invoiceNumberFormat":"{year}-{number}","invoiceDueDays":14}',
      after: '{"invoiceNumberFormat":"H/{year}/{number}","invoiceDueDays":30}',
    })
  })

  test("bad input is named in its part and changes nothing", async () => {
    const before = [row(), rowCount("events")]
    const tries: [string, Record<string, string>, string][] = [
      ["identity", { name: " " }, "Enter at least 2 characters for the name."],
      ["identity", { name: "x".repeat(121) }, "Keep the name under 120 characters."],
      ["identity", { name: "Harmony", email: "nowhere" }, "Enter a complete email address, for example"],
      ["region", { timeZone: "Mars/Olympus" }, "Choose a time zone."],
      ["region", { timeZone: "Europe/Berlin", currency: "XXX" }, "Choose a currency."],
      ["invoicing", { invoiceNumberFormat: "{year}", invoiceDueDays: "14" }, "Include {number} exactly once"],
      [
        "invoicing",
        { invoiceNumberFormat: "{number}{number}", invoiceDueDays: "14" },
        "Include {number} exactly once",
      ],
      ["invoicing", { invoiceNumberFormat: "<b>{number}", invoiceDueDays: "14" }, "Use only letters, digits"],
      ["invoicing", { invoiceNumberFormat: "{number}", invoiceDueDays: "366" }, "from 0 to 365"],
      ["payee", { payeeEmail: "a@b.example" }, "Enter your password"],
      [
        "payee",
        { payeeEmail: "not an address", currentPassword: "x" },
        "Enter the email address of your PayPal account.",
      ],
    ]
    for (const [intent, fields, message] of tries) {
      const answer = await save(intent, fields)
      expect(answer.status, message).toBe(400)
      expect(await textOf(answer)).toMatch(
        new RegExp(`There is a problem.*${message.replace(/[{}]/g, "\\$&")}`),
      )
    }
    expect([row(), rowCount("events")]).toEqual(before)
  })

  test("the currency is fixed once an invoice is issued, and says why", async () => {
    await save("region", { timeZone: "America/New_York", currency: "EUR" })
    expect(row()?.currency).toBe("EUR")
    const actor = { ...school.actor, school: { ...school.actor.school, currency: "EUR" } }
    const family = openFamily(actor)
    issueInvoice(actor, november(family.familyId, [owe(actor, family, 100)]))
    const text = await school.browser.read(`${at}?edit=region`)
    expect(text).toContain(
      "It can’t change because you’ve already issued an invoice, recorded a payment, or entered an opening balance.",
    )
    const answer = await save("region", { timeZone: "Europe/Berlin", currency: "USD" })
    await expect(answer).toAnswer(409, "The currency can’t change because")
    expect(row()).toMatchObject({ currency: "EUR", timeZone: "America/New_York" })
  })

  test("a currency without cents shows which prices it rounds, and rounds them once that was seen", async () => {
    const { classId } = openClass(school.actor, { pupils: [], price: { amountMinor: 3250 } })
    const yen = { timeZone: "America/New_York", currency: "JPY" }
    const shown = await save("region", yen)
    const text = await textOf(shown)
    expect([shown.status, text]).toEqual([
      200,
      expect.stringContaining("JPY has no cents. 1 price is rounded"),
    ])
    expect(text).toContain("Class price, Guitar ensemble")
    expect(row()?.currency).not.toBe("JPY")
    const priceOf = () => rowOf(classPrices, { classId })?.amountMinor
    // what was seen is no longer true: it is shown again
    expect((await save("region", { ...yen, reviewed: "JPY 2 0 0" })).status).toBe(200)
    expect(priceOf()).toBe(3250)
    expect((await save("region", { ...yen, reviewed: "JPY 1 0 0" })).status).toBe(303)
    expect([priceOf(), row()?.currency]).toEqual([3300, "JPY"])
    expect(await school.browser.read(at)).toContain("1 price rounded to whole amounts.")
  })

  test("another time zone keeps the time of day of lessons without attendance", async () => {
    const { id: schoolId } = school.actor.school
    const owner = { schoolId, createdAt: now() }
    const classId = newId()
    addRows(classes, { ...owner, id: classId, name: "Violin", kind: "private", capacity: 1 })
    const addSession = (localDate: string, registerTakenAt: number | null) => {
      const id = newId()
      const startsAt = instantOf(localDate, "16:00", "America/New_York")
      const times = { startsAt, endsAt: startsAt + 30 * 60_000 }
      addRows(sessions, {
        ...owner,
        id,
        classId,
        originalDate: localDate,
        originalStartTime: "16:00",
        localDate,
        startTime: "16:00",
        minutes: 30,
        registerTakenAt,
        ...times,
      })
      addRows(bookings, {
        ...owner,
        id: newId(),
        sessionId: id,
        resource: "teacher",
        resourceId: "t",
        ...times,
      })
      return id
    }
    const taken = addSession("2026-11-11", now())
    const coming = addSession("2026-11-25", null)
    await expect(save("region", { timeZone: "Europe/Berlin", currency: "USD" })).toAnswer(303)
    const timesOf = (id: string) => ({
      session: rowOf(sessions, { id })?.startsAt,
      booking: rowOf(bookings, { sessionId: id })?.startsAt,
    })
    const berlin = instantOf("2026-11-25", "16:00", "Europe/Berlin")
    expect(timesOf(coming)).toEqual({ session: berlin, booking: berlin })
    const newYork = instantOf("2026-11-11", "16:00", "America/New_York")
    expect(timesOf(taken)).toEqual({ session: newYork, booking: newYork })
    expect(await school.browser.read(at)).toContain("1 lesson keeps its time of day.")
  })
})

describe("rooms, closures and terms", () => {
  const rows = (table: "rooms" | "closures" | "terms") =>
    sqlite().prepare(`select * from ${table} where school_id = ?`).all(school.actor.school.id) as {
      id: string
      name: string
      archived_at: number | null
    }[]

  test("a room is added once, renamed and archived, and then no longer offered", async () => {
    await save("add-entry", { list: "rooms", name: "Hall" })
    expect((await save("add-entry", { list: "rooms", name: "hall" })).status).toBe(409)
    const [hall] = rows("rooms")
    await save("rename-entry", { list: "rooms", entry: hall?.id ?? "", name: "Great hall" })
    expect(await school.browser.read(at)).toMatch(/Room Fits This week Edit Great hall Not set/)
    const opened = await school.browser.html(`${at}?edit=room-${hall?.id}`)
    expect(opened).toContain('value="Great hall"')
    await save("archive", { list: "rooms", entry: hall?.id ?? "" })
    expect(listRooms(school.actor)).toEqual([])
    const undo = undoOf(await school.browser.html(at))
    await school.browser.submit(undo?.action ?? "", undo?.fields ?? {})
    expect(listRooms(school.actor)).toMatchObject([{ name: "Great hall" }])
    await save("archive", { list: "rooms", entry: hall?.id ?? "" })
    const stranger = await Browser.of(openSchool().userId)
    await expect(stranger.submit(at, { intent: "restore", list: "rooms", entry: hall?.id ?? "" })).toAnswer(
      404,
    )
    expect(rows("rooms")).toMatchObject([{ name: "Great hall", archived_at: expect.any(Number) }])
  })

  test("of many rooms only the one that is opened has its form", async () => {
    const owner = openSchool()
    const browser = await Browser.of(owner.userId)
    const ids = Array.from({ length: 40 }, (_, at) => addRoomRow(owner.actor, `Room ${at + 10}`))
    const formsOf = (html: string) => html.match(/value="rename-entry"/g)?.length ?? 0
    const bare = await browser.html(at)
    expect(formsOf(bare)).toBe(0)
    expect(bare).toContain(`href="${at}?edit=room-${ids[3]}#room-${ids[3]}"`)
    const opened = `${at}?edit=room-${ids[3]}`
    const html = await browser.html(opened)
    expect(formsOf(html)).toBe(1)
    expect(html).toContain('value="Room 13"')
    const rename = (name: string) =>
      browser.submit(opened, { intent: "rename-entry", list: "rooms", entry: ids[3] ?? "", name })
    const taken = await rename("Room 14")
    expect(taken.status).toBe(409)
    const refused = await taken.text()
    expect(formsOf(refused)).toBe(1)
    expect(refused).toContain("That name is already in use.")
    expect((await rename("Great hall")).headers.get("Location")).toBe(`${at}#rooms`)
    expect(listRooms(owner.actor).map(({ name }) => name)).toContain("Great hall")
  })

  test("a closure says how many lessons it canceled, and can be removed", async () => {
    const { classId } = openClass(school.actor, { pupils: ["Milo Haddad"] })
    const sessionId = addSessionRow(school.actor, classId, "2026-12-23")
    const holiday = { name: "Winter <b>holiday", startsOn: "2026-12-21", endsOn: "2027-01-03" }
    const looked = await save("closures", { ...holiday, lessons: "cancel" })
    const shown = await textOf(looked)
    expect(shown).toContain("This cancels 1 lesson of 1 family. Wed, Dec 23: 1.")
    expect(shown).toContain("Your attendance rules give no make-up credits for it.")
    expect(rows("closures")).toEqual([])
    const added = await save("closures", { ...holiday, lessons: "cancel", confirmed: "1" })
    expect(added.headers.get("location")).toBe(`/settings/closures/${rows("closures")[0]?.id}`)
    expect(await school.browser.read(at)).toMatch(
      /Winter <b>holiday added\. 1 lesson canceled\. Nothing is sent until you send the emails\..*Holidays and closures.*Winter <b>holiday Dec 21, 2026 to Jan 3, 2027/,
    )
    expect(rowOf(sessions, { id: sessionId })?.state).toBe("cancelled")
    const [closure] = rows("closures")
    const stranger = await Browser.of(openSchool().userId)
    const remove = { intent: "remove-closures", days: closure?.id ?? "" }
    expect((await stranger.submit(at, remove)).status).toBe(404)
    expect(rows("closures")).toHaveLength(1)
    const undo = { intent: "undo-closures", days: closure?.id ?? "" }
    expect((await stranger.submit(at, undo)).status).toBe(404)
    await school.browser.submit(at, undo)
    expect(rows("closures")).toEqual([])
    expect(rowOf(sessions, { id: sessionId })?.state).toBe("planned")
    await save("closures", { ...holiday, lessons: "cancel", confirmed: "1" })
    await school.browser.submit(at, { ...remove, days: rows("closures")[0]?.id ?? "" })
    expect(rows("closures")).toEqual([])
    expect(rowOf(sessions, { id: sessionId })?.state).toBe("cancelled")
  })

  test("terms do not overlap; bad days are named beside their field", async () => {
    const fall = { name: "Fall term", startsOn: "2026-09-01", endsOn: "2026-12-18" }
    await save("terms", fall)
    const tries: [string, Record<string, string>, string][] = [
      ["terms", { ...fall, name: "Late fall" }, "These dates overlap Fall"],
      ["terms", { ...fall, endsOn: "2026-08-01" }, "Enter a last day on or after the first day."],
      ["closures", { ...fall, endsOn: "2026-08-01" }, "Enter a last day on or after the first day."],
      ["closures", { ...fall, startsOn: "soon" }, "Enter a date that exists, like Dec 31, 2026."],
      ["closures", { ...fall, name: "" }, "Enter a name."],
      ["closures", { ...fall, name: "x".repeat(81) }, "under 80 characters"],
    ]
    for (const [intent, fields, message] of tries) {
      await expect(save(intent, fields)).toAnswer(400, message)
    }
    expect([rows("terms").length, rows("closures").length]).toEqual([1, 0])
    await save("remove-terms", { days: rows("terms")[0]?.id ?? "" })
    expect(rows("terms")).toEqual([])
  })
})

describe("the PayPal account", () => {
  const payeeMails = () => rowsOf(emails, { schoolId: school.actor.school.id, template: "payee-changed" })

  test("needs the person's own password", async () => {
    const answer = await save("payee", { payeeEmail: "thief@evil.example", currentPassword: "guess" })
    expect(answer.status).toBe(400)
    const html = await answer.clone().text()
    expect(await textOf(answer)).toContain("That’s not your password.")
    expect(html).not.toContain("guess")
    expect(row()?.payeeEmail).toBeNull()
    expect(payeeMails()).toEqual([])
    for (let tries = 0; tries < 10; tries += 1)
      await save("payee", { payeeEmail: "thief@evil.example", currentPassword: `${tries}` })
    const held = await save("payee", {
      payeeEmail: "thief@evil.example",
      currentPassword: "eine kleine Nachtmusik",
    })
    expect(held.status).toBe(429)
    expect(row()?.payeeEmail).toBeNull()
  })

  test("when changed, every administrator gets a mail and the log an entry", async () => {
    const second = addMember(school.actor, "admin", "Iris Novak")
    addMember(school.actor, "teacher", "Kwame Boateng")
    const fields = { payeeEmail: "Payments@Harmony.example", currentPassword: "eine kleine Nachtmusik" }
    expect((await save("payee", fields)).status).toBe(303)
    expect(await school.browser.read("/settings/school")).toContain("PayPal account added.")
    await save("payee", fields)
    const again = await school.browser.read("/settings/school")
    expect(again).toContain("No changes to save.")
    expect(again).not.toContain("All administrators get an email about it.")
    expect(row()?.payeeEmail).toBe("payments@harmony.example")
    expect(payeeMails()).toHaveLength(2)
    expect(payeeMails().map(({ data }) => JSON.parse(data))).toContainEqual(
      expect.objectContaining({
        recipientName: "Iris Novak",
        changedBy: "Ruth Castellano",
        before: "none",
        after: "payments@harmony.example",
      }),
    )
    const entry = rowsOf(events, { schoolId: school.actor.school.id, verb: "change-payee" })
    expect(entry).toHaveLength(1)
    expect(second.userId).toBeTruthy()
    // Automatic payments through an account that is gone end.
    const ending = () => rowsOf(jobs, { kind: "end-saved-methods" }).length
    const before = ending()
    await save("payee", { ...fields, payeeEmail: "" })
    expect(ending()).toBe(before + 1)
  })

  test("a teacher sees and changes none of this", async () => {
    const teacher = await Browser.of(addMember(school.actor, "teacher", "Kwame Boateng").userId)
    const before = row()
    expect((await teacher.visit(at)).headers.get("Location")).toBe("/dashboard/teacher")
    expect((await teacher.submit(at, { intent: "identity", name: "Mine" })).status).toBe(302)
    expect(row()).toEqual(before)
  })
})
