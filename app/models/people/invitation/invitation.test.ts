import { sqlite } from "db/client.server"
import { users } from "db/schema/accounts"
import { events } from "db/schema/foundation-audit"
import { emails } from "db/schema/foundation-mail"
import { guardians, members, portalAccess, students } from "db/schema/people"
import { describe, expect, test } from "vitest"
import { registerSchool } from "~/models/accounts/school/register-school.server"
import { findSignIn, startSignIn, switchMembership } from "~/models/accounts/sign-in/sign-in.server"
import { findUserByEmail } from "~/models/accounts/user/user.server"
import {
  findLink,
  listNewestLinks,
  makeOneTimeLink,
  tokenOf,
} from "~/models/foundation/one-time-link/one-time-link.server"
import { fixClock } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { openFamily } from "../../../../tests/support/billing"
import { testNow } from "../../../../tests/support/clock"
import {
  addMember,
  addRows,
  changeRows,
  openSchool,
  orFail,
  rowOf,
  rowsOf,
} from "../../../../tests/support/school"
import { askStaff, lockSignIn, unlockSignIn } from "../member/member.server"
import { addTeacher } from "../teacher/teacher.server"
import { acceptAsUser, acceptWithPassword } from "./accept-invitation.server"
import { findStudentSignIns } from "./account-state.server"
import { inviteFamilies } from "./bulk-invite.server"
import { findInvitation } from "./invitation.server"
import { inviteAdultStudent, inviteGuardian, inviteTeacher, revokeInvitation } from "./invite.server"

const day = 86_400_000
const browser = { remember: false, userAgent: null }
let families = 0

/** A school with a family whose one guardian can be invited. */
function openHaddads() {
  families += 1
  const email = `jonas${families}@haddad.example`
  const { actor } = openSchool()
  const family = openFamily(actor, {
    name: "Haddad",
    adults: [{ name: "Jonas Haddad", email, payerShare: 10_000 }],
    children: ["Otis", "Milo"],
  })
  return { actor, email, guardianId: family.guardianIds[0] ?? "", ...family }
}

function invited(actor: Parameters<typeof inviteGuardian>[0], guardianId: string) {
  const outcome = orFail(inviteGuardian(actor, guardianId))
  return tokenOf(outcome.linkId)
}

const minute = 60_000
const mailsTo = (email: string, template: string) => rowsOf(emails, { recipient: email, template }).length
const userRow = (email: string) => rowOf(users, { email })

test("undoing an older invitation of many leaves a newer one open", () => {
  const { actor, guardianId } = openHaddads()
  const subjectId = `guardian-invitation:${guardianId}`
  const invite = () =>
    orFail(inviteFamilies.work.carryOut(actor, {}, { taskId: "", subjectId, name: "", detail: null })).before
  const undo = (before: unknown) => inviteFamilies.work.undo?.(actor, {}, { subjectId, before })
  const link = () => listNewestLinks("guardian-invitation", [guardianId]).get(guardianId)
  fixClock(testNow)
  const first = invite()
  fixClock(testNow + 14 * day)
  const second = invite()
  expect(undo(first)).toBeRefused("Has been invited again.")
  expect(link()?.revokedAt).toBeNull()
  expect(undo(second)).toMatchObject({ ok: true })
  expect(link()?.revokedAt).toBe(testNow + 14 * day)
})

describe("an invited guardian", () => {
  test("becomes a member who sees the family's children, once", () => {
    const { actor, email, guardianId, studentIds } = openHaddads()
    const token = invited(actor, guardianId)
    const [mail] = rowsOf(emails, { recipient: email })
    expect(mail).toMatchObject({ template: "guardian-invitation", state: "queued" })
    expect(mail?.data).toContain("Otis Haddad")
    expect(mail?.data).not.toContain(token)

    const accepted = orFail(acceptWithPassword(token, "hash"))
    expect(userRow(email)).toMatchObject({ name: "Jonas Haddad", passwordHash: "hash" })
    const guardian = rowOf(guardians, { id: guardianId })
    expect(guardian?.memberId).toBe(accepted.memberId)
    const seen = rowsOf(portalAccess, { memberId: accepted.memberId })
    expect(seen.map(({ studentId, as }) => [studentId, as]).sort()).toEqual(
      studentIds.map((id) => [id, "guardian"]).sort(),
    )
    expect(acceptWithPassword(token, "another")).toBeRefused("used")
    expect(userRow(email)?.passwordHash).toBe("hash")
    const verbs = rowsOf(events, { schoolId: actor.school.id }).map(({ verb }) => verb)
    expect(verbs).toEqual(["register", "invite", "accept-invitation"])
  })

  test("reading the invitation uses nothing up", () => {
    const { actor, guardianId } = openHaddads()
    const token = invited(actor, guardianId)
    expect(findInvitation(token).state).toBe("open")
    expect(findInvitation(token).state).toBe("open")
  })

  test("has seven days, one link, and none after it is withdrawn", () => {
    const { actor, guardianId } = openHaddads()
    const first = invited(actor, guardianId)
    fixClock(testNow + 6 * minute)
    const second = invited(actor, guardianId)
    expect(acceptWithPassword(first, "hash")).toBeRefused("revoked")
    fixClock(testNow + 7 * day + 6 * minute)
    expect(acceptWithPassword(second, "hash")).toBeRefused("expired")
    fixClock(testNow)
    expect(revokeInvitation(actor, "guardian-invitation", guardianId)).toEqual({ ok: true })
    expect(findInvitation(second).state).toBe("revoked")
    expect(acceptWithPassword(second, "hash")).toBeRefused("revoked")
  })

  test("whose address was changed cannot use the link sent to the old one", () => {
    const { actor, guardianId, email } = openHaddads()
    const token = invited(actor, guardianId)
    changeRows(guardians, { id: guardianId }, { email: "new@haddad.example" })
    expect(acceptWithPassword(token, "hash")).toBeRefused("revoked")
    expect(userRow(email)).toBeUndefined()
  })
})

describe("an address that has an account", () => {
  test("keeps its password and name; a stranger with the link gets nothing without logging in", () => {
    const victim = openSchool({ name: "Crescendo Academy" })
    const email = rowOf(users, { id: victim.userId })?.email ?? ""
    const { actor } = openSchool()
    const { guardianIds } = openFamily(actor, {
      adults: [{ name: "Another Name", email, payerShare: 10_000 }],
    })
    const token = invited(actor, guardianIds[0] ?? "")
    const before = userRow(email)
    expect(acceptWithPassword(token, "attacker's hash")).toBeRefused("account-exists")
    expect(userRow(email)).toEqual(before)
    expect(findInvitation(token).state).toBe("open")

    const stranger = addMember(actor, "teacher", "Theo Petrović")
    expect(acceptAsUser(token, stranger.userId)).toBeRefused("other-account")
    expect(findInvitation(token).state).toBe("open")
  })

  test("accepts as its owner: only the membership is added, earlier logins end, two schools can be switched", () => {
    const first = openHaddads()
    const accepted = orFail(acceptWithPassword(invited(first.actor, first.guardianId), "hash"))
    const { actor } = openSchool({ name: "Crescendo Academy" })
    const second = openFamily(actor, {
      adults: [{ name: "J. Haddad", email: first.email, payerShare: 10_000 }],
    })
    const token = invited(actor, second.guardianIds[0] ?? "")
    const earlier = startSignIn(accepted.userId, browser).token
    const before = userRow(first.email)

    const joined = orFail(acceptAsUser(token, accepted.userId))
    expect(userRow(first.email)).toEqual(before)
    expect(findSignIn(earlier)).toBeUndefined()
    const now = startSignIn(accepted.userId, browser, joined).token
    expect(findSignIn(now)?.membership?.school.name).toBe("Crescendo Academy")

    const switched = switchMembership(now, accepted)
    expect(findSignIn(now)).toBeUndefined()
    expect(findSignIn(switched?.token ?? "")?.membership?.memberId).toBe(accepted.memberId)
    const foreign = addMember(actor, "student", "Somebody Else")
    expect(
      switchMembership(switched?.token ?? "", {
        schoolId: actor.school.id,
        memberId: foreign.actor.memberId ?? "",
      }),
    ).toBeUndefined()
  })

  test("made by someone who registered the address first gains nothing by being logged in", () => {
    const { actor, guardianId, email } = openHaddads()
    const attacker = orFail(
      registerSchool({
        kind: "school",
        schoolName: "Trap",
        name: "Not Jonas",
        email,
        passwordHash: "attacker's hash",
      }),
    )
    const theirs = startSignIn(attacker.userId, browser).token
    const token = invited(actor, guardianId)
    expect(acceptAsUser("guessed", attacker.userId)).toBeRefused("unknown")
    expect(acceptAsUser(token, attacker.userId)).toBeRefused("unproven")
    expect(findInvitation(token).state).toBe("open")
    const accepted = acceptWithPassword(token, "the owner's hash")
    expect(accepted).toMatchObject({ ok: true, userId: attacker.userId })
    expect(findSignIn(theirs)).toBeUndefined()
    expect(userRow(email)).toMatchObject({
      name: "Jonas Haddad",
      passwordHash: "the owner's hash",
      emailProvenAt: testNow,
    })
    expect(acceptWithPassword(token, "the attacker's again")).toBeRefused("used")
    expect(userRow(email)?.passwordHash).toBe("the owner's hash")
  })

  test("made and proven between the mail and the click is not overwritten", () => {
    const { actor, guardianId, email } = openHaddads()
    const token = invited(actor, guardianId)
    const his = { name: "Jonas", email, passwordHash: "his own", isEmailProven: true }
    registerSchool({ kind: "solo", schoolName: "Own", ...his })
    expect(acceptWithPassword(token, "other")).toBeRefused("account-exists")
    expect(findUserByEmail(email)?.passwordHash).toBe("his own")
  })

  test("is not taken over by an invitation that cannot be accepted", () => {
    const { actor, guardianId, email } = openHaddads()
    const token = invited(actor, guardianId)
    const squat = orFail(
      registerSchool({ kind: "school", schoolName: "Trap", name: "X", email, passwordHash: "x" }),
    )
    const row = { schoolId: actor.school.id, id: newId(), createdAt: testNow, userId: squat.userId }
    addRows(members, { ...row, role: "student", deactivatedAt: testNow })
    const before = userRow(email)
    expect(acceptWithPassword(token, "other")).toBeRefused("locked")
    expect(userRow(email)).toEqual(before)
    expect(mailsTo(email, "address-proven")).toBe(0)
  })
})

describe("links", () => {
  test("open only what they were made for", () => {
    const { actor, email, guardianId } = openHaddads()
    const reset = makeOneTimeLink({
      purpose: "password-reset",
      schoolId: actor.school.id,
      subjectId: guardianId,
      email,
      lifetimeMs: day,
    })
    expect(findInvitation(tokenOf(reset)).state).toBe("unknown")
    expect(acceptWithPassword(tokenOf(reset), "hash")).toBeRefused("unknown")
    expect(findLink(["password-reset"], invited(actor, guardianId))).toBeUndefined()
    const asTeacher = makeOneTimeLink({
      purpose: "teacher-invitation",
      schoolId: actor.school.id,
      subjectId: guardianId,
      email,
      lifetimeMs: day,
    })
    expect(acceptWithPassword(tokenOf(asTeacher), "hash")).toBeRefused("revoked")
  })

  test("of two who accept at once exactly one wins", () => {
    const { actor, guardianId, email } = openHaddads()
    const token = invited(actor, guardianId)
    const outcomes = ["one", "two"].map((hash) => acceptWithPassword(token, hash))
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, false])
    expect(userRow(email)?.passwordHash).toBe("one")
  })

  test("are stored as hashes only", () => {
    const { actor, guardianId } = openHaddads()
    const token = invited(actor, guardianId)
    for (const table of ["one_time_links", "emails", "events", "jobs"])
      expect(JSON.stringify(sqlite().prepare(`select * from ${table}`).all())).not.toContain(token)
  })
})

describe("who can be invited", () => {
  test("only people of the school, with an address, without a sign-in, in one role", () => {
    const { actor, guardianId } = openHaddads()
    const stranger = openSchool({ name: "Crescendo Academy" }).actor
    expect(inviteGuardian(stranger, guardianId)).toBeRefused("not-found")
    expect(revokeInvitation(stranger, "guardian-invitation", guardianId)).toBeRefused("not-found")
    const admin = rowOf(users, { id: actor.userId ?? "" })
    const { guardianIds } = openFamily(actor, {
      adults: [
        { name: "No Address", payerShare: 5000 },
        { name: "Ruth Castellano", email: admin?.email ?? "", payerShare: 5000 },
      ],
    })
    expect(inviteGuardian(actor, guardianIds[0] ?? "")).toBeRefused("no-email")
    expect(inviteGuardian(actor, guardianIds[1] ?? "")).toBeRefused("works-here")
    const teacher = addMember(actor, "teacher", "Theo Petrović")
    expect(inviteTeacher(actor, teacher.teacherId)).toBeRefused("already-has-sign-in")
  })

  test("an adult student comes in as themself, a child not at all", () => {
    const { actor, studentIds } = openHaddads()
    const [adult = "", child = ""] = studentIds
    const set = (id: string, birthDate: string, email: string) =>
      changeRows(students, { id }, { birthDate, email })
    set(adult, "2008-11-18", "otis@haddad.example")
    set(child, "2008-11-19", "milo@haddad.example")
    expect(inviteAdultStudent(actor, child)).toBeRefused("not-adult")
    const outcome = orFail(inviteAdultStudent(actor, adult))
    const accepted = orFail(acceptWithPassword(tokenOf(outcome.linkId), "hash"))
    const seen = rowsOf(portalAccess, { memberId: accepted.memberId })
    expect(seen.map(({ studentId, as }) => [studentId, as])).toEqual([[adult, "self"]])
  })

  test("a locked person is out at once, is not let in by a new invitation, and comes back when unlocked", () => {
    const { actor, guardianId, studentIds, email } = openHaddads()
    const accepted = orFail(acceptWithPassword(invited(actor, guardianId), "hash"))
    const token = startSignIn(accepted.userId, browser).token
    const stranger = openSchool({ name: "Crescendo Academy" }).actor
    expect(lockSignIn(stranger, accepted.memberId)).toBeRefused("not-found")
    expect(lockSignIn(actor, actor.memberId ?? "")).toBeRefused("staff")
    expect(lockSignIn(actor, accepted.memberId)).toMatchObject({ ok: true })
    expect(findSignIn(token)).toBeUndefined()
    expect(findSignIn(startSignIn(accepted.userId, browser).token)?.membership).toBeNull()
    expect(findStudentSignIns(actor, studentIds[0] ?? "")?.people[0]?.state.kind).toBe("locked")

    const other = openFamily(actor, { adults: [{ name: "Jonas Haddad", email, payerShare: 10_000 }] })
    fixClock(testNow + 6 * minute)
    const again = invited(actor, other.guardianIds[0] ?? "")
    expect(acceptAsUser(again, accepted.userId)).toBeRefused("locked")
    unlockSignIn(actor, accepted.memberId)
    expect(acceptAsUser(again, accepted.userId)).toMatchObject({ ok: true, memberId: accepted.memberId })
    const rows = rowsOf(members, { schoolId: actor.school.id, userId: accepted.userId })
    expect(rows).toHaveLength(1)
  })
})

describe("how much of this mail a school may send", () => {
  test("one to an address every five minutes, withdrawn or not; other addresses and schools are free", () => {
    const { actor, guardianId, email } = openHaddads()
    const stranger = openSchool()
    const twin = openFamily(stranger.actor, { adults: [{ name: "Jonas", email, payerShare: 10_000 }] })
    const outcomes = Array.from({ length: 40 }, () => inviteGuardian(actor, guardianId).ok)
    expect(outcomes.filter(Boolean)).toHaveLength(1)
    expect(inviteGuardian(actor, guardianId)).toBeRefused("too-soon")
    revokeInvitation(actor, "guardian-invitation", guardianId)
    expect(inviteGuardian(actor, guardianId)).toBeRefused("too-soon")
    const teacher = orFail(addTeacher(actor, { name: "Jonas Haddad", email: email.toUpperCase() }))
    expect(inviteTeacher(actor, teacher.teacherId)).toBeRefused("too-soon")
    expect(askStaff(actor, { name: "Jonas", email })).toBeRefused("too-soon")
    expect(mailsTo(email, "guardian-invitation")).toBe(1)
    expect(inviteGuardian(stranger.actor, twin.guardianIds[0] ?? "").ok).toBe(true)
    fixClock(testNow + 5 * minute)
    expect(inviteGuardian(actor, guardianId).ok).toBe(true)
  })

  test("three hundred a day, for this school alone", () => {
    const { actor, guardianId } = openHaddads()
    for (let count = 0; count < 300; count += 1)
      makeOneTimeLink({
        purpose: "guardian-invitation",
        schoolId: actor.school.id,
        subjectId: `guardian ${count}`,
        email: `guardian${count}@example.com`,
        lifetimeMs: day,
      })
    expect(inviteGuardian(actor, guardianId)).toBeRefused("too-many-today")
    const other = openHaddads()
    expect(inviteGuardian(other.actor, other.guardianId).ok).toBe(true)
    fixClock(testNow + day)
    expect(inviteGuardian(actor, guardianId).ok).toBe(true)
  })
})

test("whoever doesn’t see what lessons cost is invited to lessons alone, and to no child who was erased", () => {
  const { actor, guardianId, studentIds } = openHaddads()
  const letter = () => {
    invited(actor, guardianId)
    const mail = rowsOf(
      emails,
      { schoolId: actor.school.id, template: "guardian-invitation" },
      { by: "createdAt" },
    )
    return JSON.parse(mail.at(-1)?.data ?? "{}") as { studentNames: string[]; seesMoney?: boolean }
  }
  expect(letter()).not.toHaveProperty("seesMoney")
  changeRows(guardians, { id: guardianId }, { seesMoney: false })
  changeRows(students, { id: studentIds[0] }, { erasedAt: testNow })
  fixClock(testNow + day)
  expect(letter()).toMatchObject({ studentNames: ["Milo Haddad"], seesMoney: false })
  fixClock(testNow)
})
