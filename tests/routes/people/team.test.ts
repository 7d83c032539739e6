import { emails } from "db/schema/foundation-mail"
import { members } from "db/schema/people"
import { beforeEach, describe, expect, test } from "vitest"
import { findPlanUsage } from "~/models/accounts/subscription/plan-usage.server"
import { hashPassword } from "~/models/accounts/user/password.server"
import type { Actor } from "~/models/foundation/access/actor"
import { presetRights, rightLabels, rights, wholeRights } from "~/models/foundation/access/rights"
import { tokenOf } from "~/models/foundation/one-time-link/one-time-link.server"
import { acceptWithPassword } from "~/models/people/invitation/accept-invitation.server"
import { newId } from "~/utils/ids.server"
import { Browser, textOf } from "../../support/app"
import { addMember, openSchool, rowOf, rowsOf } from "../../support/school"

const at = "/settings/team"
const passwordHash = await hashPassword("eine kleine Nachtmusik")
let school: { actor: Actor; userId: string; browser: Browser }

beforeEach(async () => {
  const { actor, userId } = openSchool()
  school = { actor, userId, browser: await Browser.of(userId) }
})

const invitation = () =>
  rowsOf(emails, { schoolId: school.actor.school.id, template: "staff-invitation" }).at(-1)
const memberOf = (memberId: string) => rowOf(members, { id: memberId })

/** Invites someone with rights, who accepts. */
async function join(rights: readonly string[], email = `iris-${newId()}@harmony.example`) {
  const answer = await school.browser.submit(`${at}/new`, {
    intent: "invite",
    name: "Iris Fontaine",
    email,
    rights: [...rights],
  })
  expect(answer.headers.get("Location")).toBe(at)
  const accepted = acceptWithPassword(tokenOf(JSON.parse(invitation()?.data ?? "{}").linkId), passwordHash)
  if (!accepted.ok) throw new Error(accepted.reason)
  return { ...accepted, browser: await Browser.of(accepted.userId) }
}

describe("the office’s team", () => {
  test("gets a member by invitation, who takes no teacher’s and no administrator’s place", async () => {
    const before = findPlanUsage(school.actor)
    const { memberId, browser } = await join(presetRights.bookkeeping)
    expect(memberOf(memberId)).toMatchObject({ role: "office", rights: presetRights.bookkeeping.join(",") })
    expect(findPlanUsage(school.actor)).toEqual(before)
    expect(invitation()?.data).toContain("Bookkeeping")
    expect(await school.browser.read(at)).toMatch(/Iris Fontaine.*office.*Bookkeeping/)
    expect((await browser.visit("/dashboard")).status).toBe(200)
    expect((await (await browser.visit("/api/user")).json()).role).toBe("teacher")
  })

  test("keeps what was typed when an invitation is refused", async () => {
    const answer = await school.browser.submit(`${at}/new`, {
      intent: "invite",
      name: "Iris",
      email: "iris@",
      rights: ["prices"],
    })
    const text = await answer.text()
    expect(answer.status).toBe(400)
    expect(text).toContain("Enter a complete email address")
    expect(text).toMatch(/value="prices"[^>]*checked|checked[^>]*value="prices"/)
    const none = await school.browser.submit(`${at}/new`, {
      intent: "invite",
      name: "Iris Fontaine",
      email: "iris@harmony.example",
    })
    expect(await none.text()).toContain("Choose at least one right.")
  })

  test("lets the administrator withdraw an invitation and send it again", async () => {
    await school.browser.submit(`${at}/new`, {
      intent: "invite",
      name: "Iris Fontaine",
      email: "iris@harmony.example",
      rights: ["prices", "reports"],
    })
    const html = await school.browser.html(at)
    const invitationId = html.match(/name="invitationId" value="([^"]+)"/)?.[1] ?? ""
    await school.browser.submit(at, {
      intent: "again",
      name: "Iris Fontaine",
      email: "iris@harmony.example",
      rights: ["prices", "reports"],
    })
    expect(await school.browser.read(at)).toContain("Invited")
    const elsewhere = await Browser.of(openSchool({ name: "Elsewhere" }).userId)
    expect((await elsewhere.submit(at, { intent: "withdraw", invitationId })).status).toBe(404)
    await school.browser.submit(at, { intent: "withdraw", invitationId })
    expect(await school.browser.read(at)).not.toContain("Iris Fontaine")
    expect((await school.browser.submit(at, { intent: "withdraw", invitationId })).status).toBe(404)
  })

  test("changes rights and keeps it in the activity", async () => {
    const { memberId, browser } = await join(["messages"])
    const page = `${at}/${memberId}`
    expect((await browser.visit("/students")).headers.get("Location")).toBe("/dashboard")
    await school.browser.submit(page, { intent: "rights", rights: ["see-people", "people"] })
    expect(memberOf(memberId)?.rights).toBe("see-people,people")
    expect((await browser.visit("/students")).status).toBe(200)
    expect(await school.browser.read(page)).toContain("changed what Iris Fontaine may do")
    const none = await school.browser.submit(page, { intent: "rights" })
    expect(none.status).toBe(400)
    expect(await none.text()).toContain("or lock this member")
    expect((await school.browser.submit(page, { intent: "rights", rights: ["everything"] })).status).toBe(400)
  })

  test("never grants more than was checked: a right without what it needs is refused", async () => {
    const asked = { intent: "invite", name: "Iris Fontaine", email: "iris-less@harmony.example" }
    const mails = invitation()?.id
    const invited = await school.browser.submit(`${at}/new`, {
      ...asked,
      rights: ["see-people", "see-calendar", "reports"],
    })
    await expect(invited).toAnswer(
      400,
      "To keep “See reports” checked, also check “See prices and balances”.",
    )
    expect(invitation()?.id).toBe(mails)
    const { memberId } = await join(["messages"])
    for (const right of rights) {
      const whole = wholeRights([right])
      if (whole.length === 1) continue
      const answer = await school.browser.submit(`${at}/${memberId}`, { intent: "rights", rights: [right] })
      expect(answer.status, right).toBe(400)
      expect(await textOf(answer)).toContain(`To keep “${rightLabels[right].label}” checked, also check “`)
      expect(memberOf(memberId)?.rights).toBe("messages")
    }
  })

  test("locks a member, who is logged out, and unlocks them, in the list and on their page", async () => {
    const { memberId, browser } = await join(["messages"])
    for (const page of [at, `${at}/${memberId}`]) {
      await school.browser.submit(page, { intent: "lock", memberId })
      expect((await browser.visit("/dashboard")).headers.get("Location")).toContain("/auth/login")
      expect(await school.browser.read(at)).toMatch(/Iris Fontaine is locked.*Undo.*Locked Unlock/)
      await school.browser.submit(page, { intent: "unlock", memberId })
      expect(memberOf(memberId)?.deactivatedAt).toBeNull()
    }
    // The row of who reads has no button: no one locks themselves out.
    expect(await school.browser.html(at)).not.toContain(`name="memberId" value="${school.actor.memberId}"`)
    await school.browser.submit(at, { intent: "lock", memberId: school.actor.memberId ?? "" })
    expect(await school.browser.read(at)).toContain("You can’t lock your own account.")
    const elsewhere = await Browser.of(openSchool({ name: "Elsewhere" }).userId)
    expect((await elsewhere.submit(at, { intent: "lock", memberId })).status).toBe(404)
  })

  test("doesn’t answer a broken invitation", async () => {
    const again = {
      intent: "again",
      name: "Ana Ruiz",
      email: "ana@harmony.example",
      rights: ["prices", "reports"],
    }
    const forms: Record<string, string | string[]>[] = [
      { intent: "withdraw", invitationId: "__proto__" },
      { intent: "withdraw" },
      { intent: "sell" },
      { ...again, email: "ana@\u0000" },
      { ...again, name: "x".repeat(10_000) },
      { ...again, rights: ["no-such-right"] },
    ]
    for (const broken of forms) expect((await school.browser.submit(at, broken)).status).toBe(404)
  })

  test("is the administrator’s alone, and of one school", async () => {
    const { memberId, browser } = await join(presetRights["front-desk"])
    expect((await browser.visit(at)).headers.get("Location")).toBe("/dashboard")
    await expect(
      browser.submit(`${at}/${memberId}`, { intent: "rights", rights: ["prices", "invoices"] }),
    ).toAnswer(403)
    const other = openSchool({ name: "Elsewhere" })
    const elsewhere = await Browser.of(other.userId)
    expect((await elsewhere.visit(`${at}/${memberId}`)).status).toBe(404)
    expect((await elsewhere.submit(`${at}/${memberId}`, { intent: "lock", memberId })).status).toBe(404)
    expect((await school.browser.visit(`${at}/${school.actor.memberId}`)).status).toBe(404)
  })

  test("a member becomes a teacher with the same login and rights, where the plan has room", async () => {
    const { memberId, browser } = await join(presetRights["front-desk"])
    const before = findPlanUsage(school.actor).teachers.used
    expect(await school.browser.read(`${at}/${memberId}`)).toContain("Make Iris Fontaine a teacher")
    expect((await browser.submit(`${at}/${memberId}`, { intent: "teach" })).status).toBe(403)
    const taught = await school.browser.submit(`${at}/${memberId}`, { intent: "teach" })
    expect(taught.headers.get("Location")).toMatch(/^\/teachers\//)
    expect(findPlanUsage(school.actor).teachers.used).toBe(before + 1)
    expect(memberOf(memberId)).toMatchObject({
      role: "teacher",
      rights: presetRights["front-desk"].join(","),
    })
    expect((await browser.visit("/dashboard/teacher")).status).toBe(200)
    expect((await browser.visit("/schedule")).status).toBe(200)
    expect((await school.browser.submit(`${at}/${memberId}`, { intent: "teach" })).status).toBe(404)
    expect(await school.browser.read(`${at}/${memberId}`)).not.toContain("Make Iris Fontaine a teacher")
    const next = await join(presetRights.bookkeeping)
    const twin = await school.browser.submit(`${at}/${next.memberId}`, { intent: "teach" })
    expect(twin.headers.get("Location")).toBe(`${at}/${next.memberId}`)
    expect(memberOf(next.memberId)?.role).toBe("office")
    expect(findPlanUsage(school.actor).teachers.used).toBe(before + 1)
  })

  test("a teacher with a right sees the whole school there, and their own lessons at home", async () => {
    const teacher = addMember(school.actor, "teacher", "Kwame Boateng")
    const theirs = await Browser.of(teacher.userId)
    expect(await school.browser.read(`${at}/${teacher.actor.memberId}`)).toContain(
      "Prices there are shown only with “See prices and balances,” even if your teachers see the prices of their own lessons.",
    )
    expect((await theirs.visit("/schedule")).headers.get("Location")).toBe("/dashboard/teacher")
    await school.browser.submit(`${at}/${teacher.actor.memberId}`, {
      intent: "rights",
      rights: ["see-people", "see-calendar"],
    })
    expect((await theirs.visit("/schedule")).status).toBe(200)
    const home = await theirs.read("/dashboard/teacher")
    expect(home).toContain("Schedule")
    expect((await theirs.submit("/classes/create", {})).status).toBe(403)
    await school.browser.submit(`${at}/${teacher.actor.memberId}`, { intent: "rights" })
    expect((await theirs.visit("/schedule")).headers.get("Location")).toBe("/dashboard/teacher")
  })
})
