import { users } from "db/schema/accounts"
import { oneTimeLinks } from "db/schema/foundation"
import { guardians, members, students } from "db/schema/people"
import { describe, expect, test } from "vitest"
import { hashPassword } from "~/models/accounts/user/password.server"
import { makeOneTimeLink, tokenOf } from "~/models/foundation/one-time-link/one-time-link.server"
import { erasePerson } from "~/models/overview/erasure/erase-person.server"
import { addGuardian } from "~/models/people/family/family.server"
import { acceptWithPassword } from "~/models/people/invitation/accept-invitation.server"
import { inviteGuardian, inviteTeacher, revokeInvitation } from "~/models/people/invitation/invite.server"
import { addTeacher } from "~/models/people/teacher/teacher.server"
import { fixClock } from "~/utils/clock.server"
import { Browser, locationOf, rowCount, textOf } from "../../support/app"
import { openFamily } from "../../support/billing"
import { testNow } from "../../support/clock"
import { addMember, openSchool, orFail, rowOf, rowsOf } from "../../support/school"

const password = "three words here"
const chosen = { password, confirmPassword: password }
let families = 0

function openHaddads() {
  families += 1
  const school = openSchool()
  const email = `jonas${families}@haddad.example`
  const family = openFamily(school.actor, {
    name: "Haddad",
    adults: [{ name: "Jonas Haddad", email, payerShare: 10_000 }],
    children: ["Otis", "Milo"],
  })
  return { ...school, ...family, email, guardianId: family.guardianIds[0] ?? "" }
}

function linkFor({ actor, guardianId }: ReturnType<typeof openHaddads>): string {
  const invited = orFail(inviteGuardian(actor, guardianId))
  return `/invitation?token=${tokenOf(invited.linkId)}`
}

test("a guardian who was erased is neither counted nor invited", async () => {
  const family = openHaddads()
  const added = addGuardian(family.actor, family.familyId, {
    name: "Wrong Person",
    payerShare: 0,
    email: "wrong@haddad.example",
  })
  const office = await Browser.of(family.userId)
  const record = `/families/${family.familyId}`
  const [studentId = ""] = family.studentIds
  expect(await office.read(record)).toContain("0 of 2 guardians in the portal")
  expect(erasePerson(family.actor, "guardian", added).ok).toBe(true)
  expect(await office.read(record)).toContain("0 of 1 guardians in the portal")
  const account = await office.read(`/students/${studentId}/account`)
  expect(account).toContain("Jonas Haddad")
  expect(account).not.toContain("Erased guardian")
})

test("a guardian who is invited in place is seen again on the page that shows them", async () => {
  const family = openHaddads()
  const office = await Browser.of(family.userId)
  const [studentId = ""] = family.studentIds
  const record = `/families/${family.familyId}`
  const at = `/students/${studentId}/account`
  expect(await office.html(record)).toContain('name="back" value="family"')
  const invited = async (back?: string) => {
    const person = { person: family.guardianId, intent: "invite" }
    return (await office.submit(at, back ? { ...person, back } : person)).headers.get("Location")
  }
  expect(await invited("family")).toBe(record)
  expect(await invited("record")).toBe(`/students/${studentId}`)
  expect(await invited()).toBe(at)
  expect(await invited("https://elsewhere.example")).toBe(at)
})

describe("the page an invitation opens", () => {
  test("shows school and person, asks for a password, is not cached and sends no referrer", async () => {
    const link = linkFor(openHaddads())
    const answer = await new Browser().visit(link)
    expect([
      answer.status,
      answer.headers.get("Referrer-Policy"),
      answer.headers.get("Cache-Control"),
    ]).toEqual([200, "no-referrer", "private, no-store"])
    const html = await answer.clone().text()
    expect(html).not.toMatch(/<script(?! src="\/enhance\.js")/)
    expect(await textOf(answer)).toContain("Welcome, Jonas Haddad")
    expect(html).toContain("Milo Haddad and Otis Haddad")
  })

  test("accepting logs in and leads to the family pages; the link is then used", async () => {
    const family = openHaddads()
    const link = linkFor(family)
    const browser = new Browser()
    await expect(browser.submit(link, chosen)).toLead(303, "/student/dashboard")
    const home = await browser.read("/student/dashboard")
    expect(home).toContain("Hello, Jonas")
    expect(home).toContain("guardian of Milo and Otis")
    await expect(new Browser().visit(link)).toAnswer(410, "This invitation was already used")
    const users0 = rowCount("users")
    expect((await new Browser().submit(link, chosen)).status).toBe(409)
    expect(rowCount("users")).toBe(users0)
    const entered = await new Browser().submit("/login", { username: family.email, password })
    expect(entered.headers.get("Location")).toBe("/student/dashboard")
  })

  test("two who press at once: exactly one gets in", async () => {
    const link = linkFor(openHaddads())
    const answers = await Promise.all([
      new Browser().submit(link, chosen),
      new Browser().submit(link, chosen),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409])
  })

  test("bad passwords are refused beside the field and use nothing up", async () => {
    const link = linkFor(openHaddads())
    const before = rowCount("users")
    const refused = async (fields: Record<string, string>) => {
      const answer = await new Browser().submit(link, fields)
      expect(answer.status).toBe(400)
      const html = await answer.clone().text()
      expect(html).not.toContain(fields.password || "never")
      return textOf(answer)
    }
    expect(await refused({})).toContain("Choose a password.")
    expect(await refused({ password: "short77", confirmPassword: "short77" })).toContain(
      "Password must be at least 8 characters long.",
    )
    expect(await refused({ password: "Password1", confirmPassword: "Password1" })).toContain(
      "This password is too common.",
    )
    expect(await refused({ password, confirmPassword: "three words her" })).toContain(
      "Passwords do not match.",
    )
    const long = "x".repeat(257)
    expect(await refused({ password: long, confirmPassword: long })).toContain("under 256 characters")
    expect(rowCount("users")).toBe(before)
    expect((await new Browser().visit(link)).status).toBe(200)
  })

  test("links that ran out, were withdrawn, are of another kind or unknown say so and whom to ask", async () => {
    const family = openHaddads()
    const old = linkFor(family)
    fixClock(testNow + 8 * 86_400_000)
    await expect(new Browser().visit(old)).toAnswer(410, "This invitation has expired")
    fixClock(testNow)
    revokeInvitation(family.actor, "guardian-invitation", family.guardianId)
    const revoked = await new Browser().read(old)
    expect(revoked).toContain("replaced or withdrawn")
    expect(revoked).toMatch(/Contact Harmony School of Music: \S+@harmony\.example/)
    const reset = makeOneTimeLink({
      purpose: "password-reset",
      schoolId: family.actor.school.id,
      subjectId: family.guardianId,
      email: family.email,
      lifetimeMs: 86_400_000,
    })
    const before = rowCount("users")
    for (const token of [tokenOf(reset), "guessed", "", "<script>"]) {
      const link = `/invitation?token=${encodeURIComponent(token)}`
      const unknown = await new Browser().visit(link)
      expect([unknown.status, (await unknown.text()).includes("<script>")]).toEqual([404, false])
      expect((await new Browser().submit(link, chosen)).status).toBe(409)
    }
    expect(rowCount("users")).toBe(before)
  })
})

describe("an address that has an account", () => {
  /** A guardian with a password in one school, invited by a second one. */
  async function invitedTwice() {
    const first = openHaddads()
    const token = linkFor(first).split("=")[1] ?? ""
    const accepted = orFail(acceptWithPassword(token, await hashPassword(password)))
    const second = openSchool({ name: "Crescendo Academy" })
    const { guardianIds } = openFamily(second.actor, {
      name: "Haddad",
      adults: [{ name: "Somebody", email: first.email, payerShare: 10_000 }],
    })
    const invited = orFail(inviteGuardian(second.actor, guardianIds[0] ?? ""))
    const link = `/invitation?token=${tokenOf(invited.linkId)}`
    return { ...first, userId: accepted.userId, link, crescendo: second.actor }
  }
  const row = (userId: string) => rowOf(users, { id: userId })

  test("is never changed by the link: it asks to log in first", async () => {
    const { userId, link } = await invitedTwice()
    const before = row(userId)
    const text = await new Browser().read(link)
    expect(text).toContain("already has an account here")
    expect(text).not.toContain("Choose a password")
    const members0 = rowCount("members")
    await expect(new Browser().submit(link, chosen)).toAnswer(409)
    expect((await new Browser().submit(link, { intent: "accept" })).status).toBe(409)
    expect([row(userId), rowCount("members")]).toEqual([before, members0])
  })

  test("logged in as its owner, one press adds the school; the two can be switched", async () => {
    const { email, userId, link, actor } = await invitedTwice()
    const browser = new Browser()
    const entered = await browser.submit("/login", { username: email, password, to: link })
    expect(entered.headers.get("Location")).toBe(link)
    expect(await browser.read(link)).toContain("Accept to add this school to your account")
    const before = row(userId)
    const answer = await browser.submit(link, { intent: "accept", schoolId: actor.school.id })
    expect(answer.headers.get("Location")).toBe("/student/dashboard")
    expect(row(userId)).toEqual(before)
    expect(await browser.read("/student/dashboard")).toContain("Go to Harmony School of Music")

    const [home] = rowsOf(members, { userId })
    const stale = browser.copy()
    const switched = await browser.submit("/switch-school", {
      schoolId: home?.schoolId ?? "",
      memberId: home?.id ?? "",
    })
    await expect(switched).toLead(303, "/student/dashboard")
    expect(await browser.read("/student/dashboard")).toContain("Go to Crescendo Academy")
    expect((await stale.visit("/student/dashboard")).headers.get("Location")).toContain("/auth/login")
  })

  test("logged in as another user, nothing can be accepted, and no foreign membership taken", async () => {
    const { link, userId } = await invitedTwice()
    const other = openSchool()
    const browser = await Browser.of(other.userId)
    expect(await browser.read(link)).toContain("you’re logged in as Ruth Castellano")
    const members0 = rowCount("members")
    expect((await browser.submit(link, { intent: "accept" })).status).toBe(409)
    const [theirs] = rowsOf(members, { userId })
    const fields = { schoolId: theirs?.schoolId ?? "", memberId: theirs?.id ?? "" }
    expect((await browser.submit("/switch-school", fields)).status).toBe(404)
    expect(rowCount("members")).toBe(members0)
  })
})

test("an invited teacher lands on the teacher's home", async () => {
  const { actor } = openSchool()
  const added = orFail(addTeacher(actor, { name: "Ingrid Solheim", email: "ingrid@solheim.example" }))
  const invited = orFail(inviteTeacher(actor, added.teacherId))
  const answer = await new Browser().submit(`/invitation?token=${tokenOf(invited.linkId)}`, chosen)
  expect(answer.headers.get("Location")).toBe("/dashboard/teacher")
})

describe("the logins around a student", () => {
  const page = ({ studentIds }: { studentIds: string[] }) => `/students/${studentIds[1]}/account`

  test("an administrator invites, sends again, withdraws; the page shows the status", async () => {
    const family = openHaddads()
    const admin = await Browser.of(family.userId)
    const says = async () => admin.read(page(family))
    expect(await says()).toContain("Jonas Haddad Not invited")
    const press = (intent: string) => admin.submit(page(family), { intent, person: family.guardianId })
    expect((await press("invite")).headers.get("Location")).toBe(page(family))
    expect(await says()).toContain(`Invitation sent to ${family.email}. It works for 7 days.`)
    expect(await says()).toContain("Invited Nov 18, expires Nov 25")
    await press("invite")
    expect(await says()).toContain("We sent an invitation to this email less than 5 minutes ago.")
    fixClock(testNow + 5 * 60_000)
    await press("invite")
    const links = rowsOf(oneTimeLinks, { subjectId: family.guardianId })
    expect(links.filter(({ revokedAt }) => revokedAt === null)).toHaveLength(1)
    await press("revoke")
    expect(await says()).toContain("Invitation to Jonas Haddad withdrawn.")
    expect(await says()).toContain("Jonas Haddad Not invited")
    expect((await press("nonsense")).status).toBe(404)
  })

  test("locking ends the person's visit at once; unlocking lets them back", async () => {
    const family = openHaddads()
    const guardian = new Browser()
    await guardian.submit(linkFor(family), chosen)
    const admin = await Browser.of(family.userId)
    await admin.submit(page(family), { intent: "lock", person: family.guardianId })
    expect(await admin.read(page(family))).toContain("Locked")
    expect((await guardian.visit("/student/dashboard")).headers.get("Location")).toContain("/auth/login")
    const locked = await guardian.submit("/login", { username: family.email, password })
    expect((await guardian.visit(locationOf(locked))).headers.get("Location")).toBe("/account-paused")
    expect(await guardian.read("/account-paused")).toMatch(/Your login at .+ is locked/)
    await admin.submit(page(family), { intent: "unlock", person: family.guardianId })
    await guardian.submit("/login", { username: family.email, password })
    expect((await guardian.visit("/student/dashboard")).status).toBe(200)
  })

  test("a child gets a printed start password, shown once, which is changed before anything else", async () => {
    const family = openHaddads()
    const admin = await Browser.of(family.userId)
    const username = `Milo.${families}`
    const slip = await textOf(await admin.submit(page(family), { intent: "add-child", username }))
    const start = /Temporary password (\S+)/.exec(slip)?.[1] ?? ""
    expect(start).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/)
    expect(slip).toContain(`Username ${username.toLowerCase()}`)
    const after = await admin.read(page(family))
    expect(after).not.toContain(start)
    expect(after).toContain("Temporary password not changed")

    const child = new Browser()
    await child.submit("/simple-login", { username, password: start })
    expect((await child.visit("/student/dashboard")).headers.get("Location")).toBe("/new-password")
    const same = await child.submit("/new-password", { password: start, confirmPassword: start })
    expect(await textOf(same)).toContain("This is your temporary password.")
    const own = "milo plays guitar"
    const set = await child.submit("/new-password", { password: own, confirmPassword: own })
    expect(set.headers.get("Location")).toBe("/student/dashboard")
    const home = await child.read("/student/dashboard")
    expect(home).toContain("Hello, Milo")
    expect(home).not.toContain("Balance due")
    expect(home).not.toContain("Invoices")
    expect((await child.visit("/new-password")).headers.get("Location")).toBe("/student/dashboard")

    const renewed = await admin.submit(page(family), {
      intent: "new-start-password",
      person: family.studentIds[1] ?? "",
    })
    expect(await textOf(renewed)).toMatch(/Temporary password \S{14}/)
    expect((await child.visit("/student/dashboard")).headers.get("Location")).toContain("/auth/login")
  })

  test("usernames are checked, kept when refused, and unique", async () => {
    const family = openHaddads()
    const admin = await Browser.of(family.userId)
    const before = rowCount("users")
    for (const username of ["", "ab", "<b>milo</b>", "milo@home", "x".repeat(31)]) {
      const answer = await admin.submit(page(family), { intent: "add-child", username })
      expect(answer.status).toBe(400)
      expect(await answer.text()).not.toContain("<b>milo</b>")
    }
    expect(rowCount("users")).toBe(before)
    await admin.submit(page(family), { intent: "add-child", username: "otis.twice" })
    const other = openHaddads()
    const taken = await (await Browser.of(other.userId)).submit(page(other), {
      intent: "add-child",
      username: "otis.twice",
    })
    await expect(taken).toAnswer(400, "That username is taken.")
  })

  test("another school's students and people are not there, and a teacher is sent home", async () => {
    const family = openHaddads()
    const other = openHaddads()
    const stranger = await Browser.of(other.userId)
    const before = rowCount("one_time_links")
    expect((await stranger.visit(page(family))).status).toBe(404)
    for (const intent of ["invite", "revoke", "lock", "unlock", "add-child", "new-start-password"]) {
      const fields = { intent, person: family.guardianId, username: "stolen" }
      expect((await stranger.submit(page(family), fields)).status).toBe(404)
      if (intent !== "add-child") expect((await stranger.submit(page(other), fields)).status).toBe(404)
    }
    expect(rowCount("one_time_links")).toBe(before)
    const teacher = await Browser.of(addMember(family.actor, "teacher", "Theo Petrović").userId)
    expect((await teacher.visit(page(family))).headers.get("Location")).toBe("/dashboard/teacher")
    const row = rowOf(guardians, { id: family.guardianId })
    const child = rowOf(students, { id: family.studentIds[1] ?? "" })
    expect([row?.memberId, child?.memberId]).toEqual([null, null])
  })
})
