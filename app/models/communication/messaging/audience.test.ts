import { guardians, members, students, teachers } from "db/schema/people"
import { expect, test } from "vitest"
import { saveAnswers } from "~/models/foundation/custom-field/answers.server"
import { addField, listFields, setFieldArchived } from "~/models/foundation/custom-field/custom-field.server"
import { saveFilter } from "~/models/foundation/saved-filter/saved-filter.server"
import { addSelection } from "~/models/foundation/selection/selection.server"
import { now } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { openFamily } from "../../../../tests/support/billing"
import { childSignedIn, invoiceOver, signedIn } from "../../../../tests/support/family"
import { inAct } from "../../../../tests/support/in-act"
import { addClassRow, addEnrollmentRow } from "../../../../tests/support/lessons"
import { addMember, addRows, changeRows, openSchool } from "../../../../tests/support/school"
import { findAudience } from "./audience.server"
import { listAudiences, listTeachersWithoutLogin } from "./audience-choices.server"

test("a message to a teacher's students names the teacher, for the office and for the teacher alike", () => {
  const { actor: office } = openSchool()
  const bella = addMember(office, "teacher", "Bella Rossi")
  const odd = addMember(office, "teacher", "OTTO All my students")
  const label = (actor: typeof office, teacherId: string) => findAudience(actor, `pupils:${teacherId}`)?.label
  expect(label(office, bella.teacherId)).toBe("all of Bella Rossi’s students")
  expect(label(bella.actor, bella.teacherId)).toBe("all of Bella Rossi’s students")
  expect(label(office, odd.teacherId)).toBe("all of OTTO All my students’s students")
  expect(label(bella.actor, odd.teacherId)).toBeUndefined()
})

test("a family writes to the teachers of its students, and learns which of them has no login", () => {
  const { actor: office } = openSchool()
  const family = openFamily(office, {
    adults: [{ name: "Mateo Okafor", email: "mateo.audience@example.com", payerShare: 10_000 }],
  })
  const mateo = signedIn(office, "guardian", family.guardianIds[0] ?? "").actor
  const mara = addMember(office, "teacher", "Mara Lindqvist")
  addMember(office, "teacher", "Theo Haddad")
  const otto = newId()
  addRows(teachers, { schoolId: office.school.id, id: otto, name: "Otto Weiss", createdAt: now() })
  for (const teacherId of [mara.teacherId, otto])
    addEnrollmentRow(
      office,
      addClassRow(office, { name: "Violin", teacherId, kind: "group" }),
      family.studentIds[0] ?? "",
    )
  expect(listAudiences(mateo).map(({ label }) => label)).toEqual(["The office", "Mara Lindqvist"])
  expect(listTeachersWithoutLogin(mateo)).toEqual(["Otto Weiss"])
  expect(listTeachersWithoutLogin(office)).toEqual([])
})

test("the office is its administrators and the members who may write for it", () => {
  const { actor: office } = openSchool()
  const iris = addMember(office, "office", "Iris Novak").memberId
  const desk = addMember(office, "office", "Dana Kim").memberId
  const lead = addMember(office, "teacher", "Lena Ortiz").memberId
  addMember(office, "teacher", "Mara Lindqvist")
  const give = (memberId: string, rights: string) => changeRows(members, { id: memberId }, { rights })
  give(iris, "prices,invoices")
  give(desk, "see-people,people,messages")
  give(lead, "messages")
  const family = openFamily(office)
  const mateo = signedIn(office, "guardian", family.guardianIds[0] ?? "").actor
  const reached = () => findAudience(mateo, "office")?.recipients.map(({ name }) => name)
  expect(reached()).toEqual(["Dana Kim", "Lena Ortiz", "Ruth Castellano"])
  changeRows(members, { id: desk }, { deactivatedAt: now() })
  expect(reached()).toEqual(["Lena Ortiz", "Ruth Castellano"])
})

test("a saved filter by a field that was archived stands for no one, not for everyone", () => {
  const { actor: office } = openSchool()
  const family = openFamily(office, {
    adults: [{ name: "Mateo Okafor", email: "mateo.archived@example.com", payerShare: 10_000 }],
  })
  const usual = { noun: "student", kind: "yes_no", audience: "office", isRequired: false } as const
  addField(office, { ...usual, name: "Choir", choices: [] })
  const [choir] = listFields(office, "student")
  if (!choir) throw new Error("There is a field.")
  const query = `field-${choir.id}=yes`
  const saved = saveFilter(office, { noun: "students", name: "Choir", query, isShared: true })
  const key = saved.ok ? `filter:${saved.filterId}` : ""
  const reached = () => findAudience(office, key)?.recipients.length
  expect(reached()).toBe(0)
  inAct(saveAnswers)(
    office,
    { noun: "student", subjectId: family.studentIds[0] ?? "" },
    { [choir.id]: "yes" },
  )
  expect(reached()).toBe(1)
  setFieldArchived(office, choir.id, true)
  expect(reached()).toBe(0)
  setFieldArchived(office, choir.id, false)
  expect(reached()).toBe(1)
})

test("a message by what families owe is for who pays: guardians, and grown-up students, not a child’s login", () => {
  const { actor: office } = openSchool()
  const family = openFamily(office, {
    adults: [{ name: "Mateo Okafor", email: "mateo.owing@example.com", payerShare: 10_000 }],
    children: ["Amara"],
  })
  const adult = openFamily(office, { name: "Weiss", adults: [], children: ["Greta"] })
  childSignedIn(office, family.studentIds[0] ?? "")
  changeRows(students, { id: adult.studentIds[0] ?? "" }, { email: "greta.weiss@example.com" })
  signedIn(office, "student", adult.studentIds[0] ?? "")
  for (const each of [family, adult]) invoiceOver(office, each, 5000)
  const reached = (noun: "families" | "students" | "invoices", query: string) => {
    const saved = saveFilter(office, { noun, name: `${noun} ${query}`, query, isShared: false })
    const found = saved.ok ? findAudience(office, `filter:${saved.filterId}`) : undefined
    return found?.recipients.map(({ name }) => name.split(" ")[0])
  }
  for (const [noun, query] of [
    ["families", "state=owing"],
    ["students", "balance=due"],
    ["students", "balance=overdue&status=active"],
    ["invoices", "status=sent"],
  ] as const)
    expect(reached(noun, query), `${noun} ${query}`).not.toContain("Amara")
  expect(reached("families", "state=owing")).toEqual(["Greta", "Mateo"])
  expect(reached("students", "balance=due")).toEqual(["Greta", "Mateo"])
  expect(reached("families", "state=all")).toEqual(["Amara", "Greta", "Mateo"])
  const selected = (choice: object | null) => {
    const ids = [family, adult].flatMap(({ studentIds }) => studentIds)
    const id = addSelection(office, { noun: "students", act: "message", ids, choice })
    return findAudience(office, `selection:${id}`)?.recipients.map(({ name }) => name.split(" ")[0])
  }
  expect(selected({ about: "money" })).toEqual(["Greta", "Mateo"])
  expect(selected(null)).toEqual(["Amara", "Greta", "Mateo"])
})

test("a guardian who sees no money gets no message by what families owe", () => {
  const { actor: office } = openSchool()
  const family = openFamily(office, {
    adults: [
      { name: "Mateo Okafor", email: "mateo.seeing@example.com", payerShare: 10_000 },
      { name: "Ines Okafor", email: "ines.unseeing@example.com", payerShare: 0 },
    ],
  })
  const [, ines = ""] = family.guardianIds
  changeRows(guardians, { id: ines }, { seesMoney: false })
  invoiceOver(office, family, 5000)
  const reached = (query: string) => {
    const saved = saveFilter(office, { noun: "families", name: query, query, isShared: false })
    const found = saved.ok ? findAudience(office, `filter:${saved.filterId}`) : undefined
    return found?.recipients.map(({ name }) => name.split(" ")[0])
  }
  expect(reached("state=owing")).toEqual(["Mateo"])
  expect(reached("state=all")).toEqual(["Ines", "Mateo"])
})

test("a trial lesson is no class to write to: whoever has it has a name, or isn’t in the school yet", () => {
  const { actor } = openSchool()
  addClassRow(actor, { name: "Trial lesson", kind: "trial" })
  addClassRow(actor, { name: "Youth choir", kind: "group" })
  const labels = listAudiences(actor).map(({ label }) => label)
  expect(labels).toContain("Youth choir")
  expect(labels).not.toContain("Trial lesson")
})
