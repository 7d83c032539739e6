import { db } from "db/client.server"
import { users } from "db/schema/accounts"
import { erasures } from "db/schema/foundation-audit"
import { enteredWork } from "db/schema/money-pay"
import { members, teachers } from "db/schema/people"
import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/own.server"
import { Browser, openOffice } from "../../support/app"
import { fingerprint } from "../../support/demo"
import { addMember, openSchool } from "../../support/school"

// A teacher who left, or a member of the office, asks to be forgotten.

let actor: Actor
let browser: Browser

beforeEach(async () => {
  ;({ actor, browser } = await openOffice())
})

const confirmed = (name: string) => ({ name, sure: "on" })
const rowOf = (id: string) => db().select().from(teachers).where(eq(teachers.id, id)).get()

describe("erasing a teacher", () => {
  test("says what stands in the way and leads there, asks twice, and ends the login at once", async () => {
    const { teacherId, userId, memberId } = addMember(actor, "teacher", "Marcus Whitfield")
    const address = `/teachers/${teacherId}/erase`
    const theirs = await Browser.of(userId)
    expect(await browser.html(`/teachers/${teacherId}`)).toContain(`href="${address}"`)
    const active = await browser.html(address)
    expect(active).toContain("This teacher is active.")
    expect(active).toContain(`href="/teachers/${teacherId}/deactivate"`)
    expect(active).not.toContain("Type Marcus Whitfield to confirm")
    expect((await browser.submit(address, confirmed("Marcus Whitfield"))).status).toBe(409)
    expect((await browser.submit(`/teachers/${teacherId}/deactivate`, { intent: "save" })).status).toBe(303)

    const work = { description: "Concert", minutes: null, hourlyMinor: null, amountMinor: 4500 }
    const asked = newRow(actor)
    db()
      .insert(enteredWork)
      .values({ ...asked, ...work, teacherId, workedOn: "2026-11-12", state: "asked" })
      .run()
    const waiting = await browser.html(address)
    expect(waiting).toContain("1 entry of extra work waits for your answer.")
    expect(waiting).toContain(`href="/teachers/extra-work"`)
    db().update(enteredWork).set({ state: "withdrawn" }).where(eq(enteredWork.id, asked.id)).run()

    const list = await browser.html("/teachers")
    expect(list).toContain(`href="${address}"`)
    const page = await browser.read(address)
    expect(page).toContain("You can’t undo this.")
    expect(page).toContain("Payslips, pay rates and extra work, as Former teacher")
    for (const half of [{ name: "Marcus Whitfield", sure: "" }, { name: "Someone", sure: "on" }, {}]) {
      const refused = await browser.submit(address, half as Record<string, string>)
      expect(refused.status).toBe(400)
      if ("name" in half) expect(await refused.text()).toContain(`value="${half.name}"`)
    }
    const both = await Promise.all([
      browser.submit(address, { ...confirmed("marcus whitfield"), teacherId: "other", memberId: "other" }),
      browser.copy().submit(address, confirmed("Marcus Whitfield")),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([303, 404])
    expect(db().select().from(erasures).where(eq(erasures.schoolId, actor.school.id)).all()).toHaveLength(1)
    expect(rowOf(teacherId)).toMatchObject({ name: "Former teacher", email: null, memberId: null })
    expect(db().select().from(users).where(eq(users.id, userId)).get()?.name).toBe("Former teacher")
    expect((await theirs.visit("/dashboard/teacher")).headers.get("Location")).toContain("/auth/login")
    for (const gone of [address, `/settings/team/${memberId}`, `/teachers/${teacherId}/deactivate`])
      expect((await browser.visit(gone)).status, gone).toBe(404)
    expect((await browser.submit("/teachers", { intent: "reactivate", teacherId })).status).toBe(404)
    expect((await browser.submit("/settings/admin", { intent: "unlock", memberId })).status).toBe(404)
    for (const left of ["/teachers", "/settings/team", "/settings/admin"])
      expect(await browser.read(left), left).not.toMatch(/Marcus|Former teacher/)
    const former = await browser.read(`/teachers/${teacherId}`)
    expect(former).toContain("This teacher’s personal data was erased.")
    expect(former).not.toContain("Edit teacher")
    expect(await browser.read(`/teachers/${teacherId}/pay`)).toContain("Former teacher")
  })

  test("is refused to everyone else, and for another school’s teacher", async () => {
    const { teacherId } = addMember(actor, "teacher", "Marcus Whitfield")
    const office = addMember(actor, "office", "Iris Fontaine")
    db()
      .update(members)
      .set({ rights: "people,calendar,messages,settings" })
      .where(eq(members.id, office.memberId))
      .run()
    db().update(teachers).set({ deactivatedAt: 1 }).where(eq(teachers.id, teacherId)).run()
    const before = fingerprint()
    const member = await Browser.of(office.userId)
    for (const address of [`/teachers/${teacherId}/erase`, `/settings/team/${office.memberId}/erase`]) {
      expect((await member.visit(address)).status, address).toBe(302)
      expect((await member.submit(address, confirmed("Marcus Whitfield"))).status, address).toBe(403)
    }
    expect(fingerprint()).toBe(before)
    const stranger = await Browser.of(openSchool({ name: "Crescendo Academy" }).userId)
    for (const address of [`/teachers/${teacherId}/erase`, `/settings/team/${office.memberId}/erase`]) {
      expect((await stranger.visit(address)).status, address).toBe(404)
      expect((await stranger.submit(address, confirmed("Marcus Whitfield"))).status, address).toBe(404)
    }
    expect(rowOf(teacherId)?.name).toBe("Marcus Whitfield")
  })
})

describe("erasing a member of the team", () => {
  test("is reached from their page, and not for the administrator", async () => {
    const { memberId, userId } = addMember(actor, "office", "Iris Fontaine")
    const theirs = await Browser.of(userId)
    const address = `/settings/team/${memberId}/erase`
    expect(await browser.html(`/settings/team/${memberId}`)).toContain(`href="${address}"`)
    expect(await browser.read(address)).toContain("What they entered, as Former member")
    expect((await browser.submit(address, { name: "Iris", sure: "on" })).status).toBe(400)
    expect((await browser.submit(address, confirmed("Iris Fontaine"))).status).toBe(303)
    expect((await theirs.visit("/dashboard")).headers.get("Location")).toContain("/auth/login")
    expect(await browser.read("/settings/team")).not.toMatch(/Iris|Former member/)
    expect(await browser.read("/settings/admin/log")).toContain("erased a member of the team")
    for (const id of [memberId, actor.memberId ?? "", "none"])
      expect((await browser.visit(`/settings/team/${id}/erase`)).status).toBe(404)
  })
})
