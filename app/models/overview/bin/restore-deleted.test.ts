import { sqlite } from "db/client.server"
import { conversations, participants } from "db/schema/communication"
import { oneTimeLinks } from "db/schema/foundation"
import { erasures, events } from "db/schema/foundation-audit"
import { deletedRecords } from "db/schema/foundation-bin"
import { customValues } from "db/schema/foundation-lists"
import { repertoire } from "db/schema/learning"
import { expenses } from "db/schema/money-expenses"
import { familyPayerParts } from "db/schema/payers"
import { families, guardians, students } from "db/schema/people"
import { consentAnswers } from "db/schema/people-consents"
import { dataChanges } from "db/schema/people-own-data"
import * as tables from "db/schema/tables"
import { getTableColumns, getTableName, is } from "drizzle-orm"
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core"
import fc from "fast-check"
import { beforeEach, describe, expect, test } from "vitest"
import {
  addStatus,
  listOwnStatuses,
  removeStatus,
} from "~/models/accounts/custom-status/custom-status.server"
import { addEntry as addListed } from "~/models/accounts/school-list/school-list.server"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/own.server"
import { addField, listFields } from "~/models/foundation/custom-field/custom-field.server"
import { binDays, type DeletedNoun, deletedNouns } from "~/models/foundation/deleted-record/deleted-record"
import {
  emptyBins,
  findOwnDeletion,
  listDeleted,
} from "~/models/foundation/deleted-record/deleted-record.server"
import { makeOneTimeLink } from "~/models/foundation/one-time-link/one-time-link.server"
import {
  listSavedFilters,
  removeFilter,
  saveFilter,
} from "~/models/foundation/saved-filter/saved-filter.server"
import { addTerm, listTerms, removeTerm } from "~/models/foundation/term/term.server"
import { findLearner } from "~/models/learning/learner/learner.server"
import { logPractice, removePractice } from "~/models/learning/practice/practice.server"
import { addPiece, listPieces, removePiece } from "~/models/learning/repertoire/repertoire.server"
import { discardReport, writeReport } from "~/models/learning/report/report.server"
import { keepCategories } from "~/models/money/expense/expense-categories.server"
import { deleteExpense } from "~/models/money/expense/save-expense.server"
import { discardDraft, saveDraft } from "~/models/money/invoice/draft-invoice.server"
import { erasePerson } from "~/models/overview/erasure/erase-person.server"
import { continueErasure } from "~/models/overview/erasure/forget-in-activity.server"
import { mergeInstruments } from "~/models/overview/instrument-merge/merge-instruments.server"
import { addDocument, findDocument } from "~/models/people/consent/documents.server"
import { changeGuardians, listGuardians } from "~/models/people/family/family.server"
import { listInstrumentsOf, saveInstruments } from "~/models/people/student/instruments.server"
import { addStudent } from "~/models/people/student/student.server"
import { addCoTeacher, endCoTeacher } from "~/models/teaching/class/co-teaching.server"
import { enroll } from "~/models/teaching/class/enroll.server"
import { leaveAllClasses } from "~/models/teaching/class/leave-class.server"
import { addClosure } from "~/models/teaching/closure/add-closure.server"
import { removeClosure } from "~/models/teaching/closure/remove-closure.server"
import { listCoTeachers } from "~/models/teaching/co-teacher/co-teacher.server"
import { addOccasion, deleteOccasion } from "~/models/teaching/occasion/occasion.server"
import { inviteStudents } from "~/models/teaching/occasion/occasion-guests.server"
import { addEntry } from "~/models/teaching/occasion/program.server"
import { setOwnPrice } from "~/models/teaching/price/price.server"
import { replaceCoTeacher } from "~/models/teaching/session/replace-co-teacher.server"
import { deleteStudent } from "~/models/teaching/student-status/delete-student.server"
import { fixClock } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { november, openFamily, owe } from "../../../../tests/support/billing"
import { testNow, testToday } from "../../../../tests/support/clock"
import { inHistories } from "../../../../tests/support/histories/count"
import { addSessionRow, openClass } from "../../../../tests/support/lessons"
import {
  addMember,
  addRows,
  changeRows,
  openSchool,
  orFail,
  rowOf,
  rowsOf,
} from "../../../../tests/support/school"
import { deleteForGood, emptyBinsOfStudents, restoreDeleted } from "./restore-deleted.server"

const day = 24 * 3_600_000

let actor: Actor
let family: ReturnType<typeof openFamily>

beforeEach(() => {
  actor = openSchool().actor
  family = openFamily(actor, { children: ["Milo"] })
})

const bin = () => listDeleted(actor, { page: 1, perPage: 50 }).records
const entry = (noun: DeletedNoun) => bin().find((each) => each.noun === noun)?.id ?? ""
const learner = () => {
  const found = findLearner(actor, family.studentIds[0] ?? "")
  if (!found) throw new Error("No student")
  return found
}

/** Every row of the school, without the activity. What lessons book is booked again under other ids. */
function everything() {
  const skipped = new Set(["events", "jobs"])
  return Object.values<unknown>(tables).flatMap((table) => {
    if (!is(table, SQLiteTable) || !getTableColumns(table).schoolId || skipped.has(getTableName(table)))
      return []
    const columns =
      getTableName(table) === "bookings" ? "session_id, resource, resource_id, starts_at, ends_at" : "*"
    const rows = sqlite()
      .prepare(`select ${columns} from "${getTableName(table)}" where school_id = ?`)
      .all(actor.school.id)
    return rows.map((row) => `${getTableName(table)} ${JSON.stringify(row)}`).sort()
  })
}

const entryOf = ({ id, name, relation, email, phone, payerShare, seesMoney }: Adult, remove: boolean) => ({
  ...{ id, name, payerShare, seesMoney, remove },
  relation: relation ?? undefined,
  email: email ?? undefined,
  phone: phone ?? undefined,
})
type Adult = ReturnType<typeof listGuardians>[number]

/** Whose agreement to a new document. */
function agree(whose: { guardianId: string; studentId?: string }) {
  const facts = { kind: "policy", title: "Studio policy", per: "adult", atEnrollment: "no" } as const
  const added = addDocument(actor, { ...facts, body: "Be kind.", asksAgain: true })
  const versionId = (added.ok && findDocument(actor, added.id)?.versionId) || ""
  addRows(consentAnswers, { ...newRow(actor), versionId, ...whose, isAgreed: true, name: "Zoë Okafor" })
}

/** A custom price is kept when another replaces it: its own test is below. */
type Removed = Exclude<DeletedNoun, "own-price">
const removedNouns = deletedNouns.filter((noun): noun is Removed => noun !== "own-price")

/** Makes one of a noun, and answers what deletes it. */
const nouns: Record<Removed, () => () => void> = {
  closure: () => {
    const { classId } = openClass(actor, { pupils: [] })
    addSessionRow(actor, classId, "2026-11-26")
    const added = addClosure(actor, {
      name: "Thanksgiving",
      startsOn: "2026-11-26",
      endsOn: "2026-11-27",
      cancelSessions: true,
    })
    const id = added.ok ? added.closureId : ""
    return () => expect(removeClosure(actor, id)).toBe("Thanksgiving")
  },
  "co-teaching": () => {
    const helena = addMember(actor, "teacher", "Helena Novak")
    const marcus = addMember(actor, "teacher", "Marcus Whitfield")
    const bella = addMember(actor, "teacher", "Bella Rossi")
    const { classId } = openClass(actor, { pupils: [], class: { teacherId: helena.teacherId } })
    const sessionId = addSessionRow(actor, classId, "2026-12-01")
    addSessionRow(actor, classId, "2026-12-08")
    const wish = { teacherId: marcus.teacherId, startsOn: "2026-11-30" }
    expect(addCoTeacher(actor, classId, wish).ok).toBe(true)
    const place = { teacherId: marcus.teacherId, by: bella.teacherId }
    expect(replaceCoTeacher(actor, sessionId, place, { silent: true }).ok).toBe(true)
    const [row] = listCoTeachers(actor, classId, testToday)
    return () => expect(endCoTeacher(actor, classId, row?.id ?? "").ok).toBe(true)
  },
  "draft-invoice": () => {
    const saved = saveDraft(
      actor,
      november(family.familyId, [owe(actor, family, 1000), owe(actor, family, 500)]),
    )
    return () => expect(discardDraft(actor, saved.ok ? saved.invoiceId : "")).toEqual({ ok: true })
  },
  enrollment: () => {
    const { classId } = openClass(actor, { pupils: [] })
    addSessionRow(actor, classId, "2026-12-01")
    const studentId = family.studentIds[0] ?? ""
    const enrolled = enroll(actor, { classId, studentId, startsOn: "2026-11-24", endsOn: "2026-12-20" })
    const price = { fromDate: "2026-11-24", amountMinor: 1500 }
    expect(setOwnPrice(actor, enrolled.ok ? enrolled.enrollmentId : "", price).ok).toBe(true)
    return () => expect(leaveAllClasses(actor, studentId, testToday, "Moves away")).toHaveLength(1)
  },
  expense: () => {
    const { schoolId, id, createdAt } = newRow(actor)
    keepCategories(actor)
    addRows(expenses, {
      ...{ schoolId, id, createdAt, spentOn: testToday, categoryId: "rent", payee: "City of Boston" },
      ...{ amountMinor: 90_000, taxMinor: 0, method: "transfer" },
    })
    return () => expect(deleteExpense(actor, id).ok).toBe(true)
  },
  occasion: () => {
    const added = addOccasion(actor, {
      ...{ kind: "recital", title: "Winter recital", date: "2026-12-12" },
      ...{ startTime: "15:00", endTime: "16:30" },
    })
    const id = added.ok ? added.occasionId : ""
    const performers = family.studentIds.slice(0, 1)
    inviteStudents(actor, id, performers)
    addEntry(actor, id, { piece: "Minuet", performers })
    return () => expect(deleteOccasion(actor, id).ok).toBe(true)
  },
  guardian: () => {
    const [keep, gone] = listGuardians(actor, [family.familyId])
    if (!keep || !gone) throw new Error("Two guardians")
    changeRows(guardians, { id: keep.id }, { payerShare: 10_000 })
    changeRows(guardians, { id: gone.id }, { payerShare: 0 })
    addRows(familyPayerParts, {
      ...newRow(actor),
      familyId: family.familyId,
      guardianId: gone.id,
      part: "materials",
    })
    const conversationId = newId()
    addRows(conversations, {
      ...newRow(actor),
      id: conversationId,
      kind: "announcement",
      subject: "Winter concert",
      startedBy: actor.memberId ?? "",
      audience: "all families",
      lastMessageAt: testNow,
    })
    addRows(participants, {
      ...newRow(actor),
      conversationId,
      guardianId: gone.id,
      name: gone.name,
      why: "Guardian",
    })
    addField(actor, {
      noun: "guardian",
      name: "Job",
      kind: "text",
      choices: [],
      audience: "office",
      isRequired: false,
    })
    const fieldId = listFields(actor, "guardian")[0]?.id ?? ""
    addRows(customValues, { ...newRow(actor), fieldId, subjectId: gone.id, value: "Luthier" })
    agree({ guardianId: gone.id })
    addRows(dataChanges, {
      ...newRow(actor),
      guardianId: gone.id,
      fact: "phone",
      after: "+1 555 010 0199",
      state: "asked",
    })
    return () => {
      const [first, second] = listGuardians(actor, [family.familyId])
      if (!first || !second) throw new Error("Two guardians")
      expect(changeGuardians(actor, family.familyId, [entryOf(first, false), entryOf(second, true)]).ok).toBe(
        true,
      )
    }
  },
  note: () => {
    const { classId, studentIds } = openClass(actor, { pupils: ["Wren Adeyemi"] })
    const sessionId = addSessionRow(actor, classId, testToday)
    const marks = studentIds.map((studentId) => ({ studentId, code: "present" as const }))
    const said = { sharedNote: "Scales in thirds.", marks }
    expect(takeRegister(actor, sessionId, said).ok).toBe(true)
    return () => expect(takeRegister(actor, sessionId, { marks, sharedNote: "" }).ok).toBe(true)
  },
  student: () => {
    const { familyId } = family
    const facts = {
      familyId,
      firstName: "Ivo",
      lastName: "Okafor",
      status: "active",
      fromDate: testToday,
    } as const
    const added = addStudent(actor, facts)
    const id = added.ok ? added.studentId : ""
    saveInstruments(actor, id, [
      { instrument: "Piano", level: "Grade 1" },
      { instrument: "Voice", level: null },
    ])
    return () => expect(deleteStudent(actor, id)).toEqual({ ok: true, name: "Ivo Okafor" })
  },
  instrument: () => {
    addListed(actor, "instruments", "Violin")
    addListed(actor, "instruments", "Violine")
    saveInstruments(actor, family.studentIds[0] ?? "", [
      { instrument: "Violine", level: "Grade 1" },
      { instrument: "Violin", level: null },
    ])
    return () => expect(mergeInstruments(actor, { from: "Violine", into: "Violin" }).ok).toBe(true)
  },
  "own-status": () => {
    addStatus(actor, { name: "Sick note", letters: "SN", countsAs: "excused", isShownToFamilies: true })
    const id = listOwnStatuses(actor)[0]?.id ?? ""
    return () => expect(removeStatus(actor, id).ok).toBe(true)
  },
  piece: () => {
    addPiece(actor, learner(), { title: "Lágrima", composer: "Tárrega", state: "learning" })
    const id = listPieces(actor, learner())[0]?.id ?? ""
    return () => expect(removePiece(actor, learner(), id).ok).toBe(true)
  },
  practice: () => {
    const entryId = newId()
    logPractice(actor, learner(), { entryId, day: testToday, minutes: 25, note: "Scales" })
    return () => expect(removePractice(actor, learner(), entryId).ok).toBe(true)
  },
  report: () => {
    const period = { fromDate: "2026-09-01", toDate: testToday }
    const written = writeReport(actor, learner(), { ...period, words: "Well done." })
    return () => expect(discardReport(actor, written.ok ? written.reportId : "").ok).toBe(true)
  },
  "saved-filter": () => {
    saveFilter(actor, { noun: "students", name: "Active", query: "status=active", isShared: true })
    const id = listSavedFilters(actor, "students")[0]?.id ?? ""
    return () => expect(removeFilter(actor, id).ok).toBe(true)
  },
  term: () => {
    addTerm(actor, { name: "Fall", startsOn: "2026-09-01", endsOn: "2026-12-18" })
    const id = listTerms(actor)[0]?.id ?? ""
    return () => expect(removeTerm(actor, id)).toBe(true)
  },
}

describe("what is deleted", () => {
  test("and restored is as it was, whatever it is and in whatever order", () => {
    const orders = fc.shuffledSubarray(removedNouns, { minLength: 1 })
    inHistories(25, orders, orders, (made, back) => {
      actor = openSchool().actor
      family = openFamily(actor, { children: ["Milo"] })
      const remove = made.map((noun) => nouns[noun]())
      const before = everything()
      for (const each of remove) each()
      expect(
        bin()
          .map(({ noun }) => noun)
          .sort(),
      ).toEqual([...made].sort())
      const order = [
        ...back.filter((noun) => made.includes(noun)),
        ...made.filter((noun) => !back.includes(noun)),
      ]
      for (const noun of order) {
        expect(restoreDeleted(actor, entry(noun))).toMatchObject({ ok: true })
      }
      expect(everything()).toEqual(before)
    })
  })

  test("an instrument that was merged goes along in saved filters, and comes back once for each student", () => {
    const studentId = family.studentIds[0] ?? ""
    const both = [
      { instrument: "Piano", level: null },
      { instrument: "Violin", level: null },
      { instrument: "Violine", level: null },
    ]
    saveInstruments(actor, studentId, both)
    const query = "status=active&instrument=Violine"
    saveFilter(actor, { noun: "students", name: "Violins", query, isShared: true })
    const saved = () => listSavedFilters(actor, "students")[0]?.query
    expect(mergeInstruments(actor, { from: "Violine", into: "Violin" }).ok).toBe(true)
    expect(saved()).toBe("status=active&instrument=Violin")
    saveInstruments(actor, studentId, [...both.slice(0, 2), { instrument: "violine", level: null }])
    expect(restoreDeleted(actor, entry("instrument"))).toMatchObject({ ok: true })
    expect(saved()).toBe(query)
    const learned = listInstrumentsOf(actor, studentId).map(({ instrument }) => instrument.toLowerCase())
    expect(learned).toEqual([...new Set(learned)])
    expect(learned).toContain("violine")
  })

  test("isn’t restored where its place is taken, and stays in the bin", () => {
    for (const noun of ["term", "saved-filter", "own-status", "piece"] as const) {
      nouns[noun]()()
      nouns[noun]()
      const before = everything()
      const reason = noun === "term" ? "overlaps" : "name-taken"
      expect(restoreDeleted(actor, entry(noun)), noun).toEqual({ ok: false, reason })
      expect(everything()).toEqual(before)
    }
    nouns.practice()()
    logPractice(actor, learner(), { entryId: newId(), day: testToday, minutes: 590, note: null })
    expect(restoreDeleted(actor, entry("practice"))).toBeRefused("full")
  })

  test("isn’t restored where what it belonged to is gone", () => {
    nouns.guardian()()
    const { familyId } = family
    const [row] = rowsOf(deletedRecords, { schoolId: actor.school.id })
    changeRows(
      deletedRecords,
      { schoolId: actor.school.id },
      { rows: row?.rows.replaceAll(familyId, "a-family-that-is-gone") },
    )
    expect(restoreDeleted(actor, entry("guardian"))).toBeRefused("place-gone")
  })

  test("a guardian is kept with what points at them, or stays where money or a login does", () => {
    const pointing = Object.values<unknown>(tables).flatMap((table) =>
      is(table, SQLiteTable) &&
      getTableConfig(table).foreignKeys.some((key) => key.reference().foreignTable === guardians)
        ? [getTableName(table)]
        : [],
    )
    const kept = ["consent_answers", "data_changes", "family_payer_parts", "participants"]
    const staying = ["invoice_links", "invoice_shares", "invoices", "payment_orders", "payments"]
    expect(pointing.sort()).toEqual([...kept, ...staying, "saved_methods"].sort())
  })

  test("what a removed guardian agreed to for a student stays the student’s", () => {
    const [studentId = ""] = family.studentIds
    const remove = nouns.guardian()
    agree({ guardianId: family.guardianIds[1] ?? "", studentId })
    remove()
    const left = () => rowsOf(consentAnswers, { schoolId: actor.school.id })
    expect(left()).toMatchObject([{ studentId, guardianId: null, name: "Zoë Okafor" }])
    expect(restoreDeleted(actor, entry("guardian")).ok).toBe(true)
    expect(left()).toHaveLength(2)
  })

  test("a guardian comes back without a share that others pay by now", () => {
    const [keep, gone] = listGuardians(actor, [family.familyId])
    if (!keep || !gone) throw new Error("Two guardians")
    const whole = { ...entryOf(keep, false), payerShare: 10_000 }
    expect(changeGuardians(actor, family.familyId, [whole, entryOf(gone, true)]).ok).toBe(true)
    expect(restoreDeleted(actor, entry("guardian")).ok).toBe(true)
    const shares = listGuardians(actor, [family.familyId]).map(({ payerShare }) => payerShare)
    expect(shares.sort()).toEqual([0, 10_000])
  })

  test("is another school’s no matter, and undone only by who deleted it, for an hour", () => {
    nouns.piece()()
    const elsewhere = openSchool().actor
    expect(listDeleted(elsewhere, { page: 1, perPage: 9 }).total).toBe(0)
    expect(restoreDeleted(elsewhere, entry("piece"))).toBeRefused("not-found")
    expect(deleteForGood(elsewhere, entry("piece"))).toBeRefused("not-found")
    const [row] = rowsOf(deletedRecords, { schoolId: actor.school.id })
    expect(findOwnDeletion(actor, row?.nounId ?? "")).toBe(entry("piece"))
    expect(findOwnDeletion(elsewhere, row?.nounId ?? "")).toBeUndefined()
    fixClock(testNow + 2 * 3_600_000)
    expect(findOwnDeletion(actor, row?.nounId ?? "")).toBeUndefined()
  })

  test("goes for good when asked, and by itself after 30 days", () => {
    nouns.term()()
    expect(deleteForGood(actor, entry("term"))).toEqual({ ok: true, name: "Fall" })
    expect(bin()).toEqual([])
    nouns.piece()()
    const id = entry("piece")
    fixClock(testNow + (binDays - 1) * day)
    emptyBins()
    expect(bin()).toHaveLength(1)
    fixClock(testNow + binDays * day)
    expect(restoreDeleted(actor, id)).toBeRefused("not-found")
    expect(emptyBins()).toBeGreaterThan(0)
    expect(rowsOf(deletedRecords, { schoolId: actor.school.id })).toEqual([])
  })

  test("of a person goes when they are erased", () => {
    nouns.piece()()
    nouns.practice()()
    nouns.term()()
    const [studentId = ""] = family.studentIds
    expect(erasePerson(actor, "student", studentId).ok).toBe(true)
    expect(bin().map(({ noun }) => noun)).toEqual(["term"])
    expect(rowsOf(repertoire, { studentId })).toEqual([])
    expect(rowOf(families, { id: family.familyId })).toBeDefined()
  })
})

test("a student whom anything is about isn’t deleted, and one of another school isn’t there", () => {
  const [studentId = ""] = family.studentIds
  const { classId } = openClass(actor, { pupils: [] })
  expect(enroll(actor, { classId, studentId, startsOn: "2026-11-24" }).ok).toBe(true)
  const before = everything()
  expect(deleteStudent(actor, studentId)).toBeRefused("in-use")
  expect(deleteStudent(openSchool({ name: "Crescendo Academy" }).actor, studentId)).toBeRefused("not-found")
  expect(everything()).toEqual(before)
})

describe("a deleted student", () => {
  const addIvo = (code?: string) => {
    const facts = { familyId: family.familyId, firstName: "Ivo", lastName: "Quist", fromDate: testToday }
    return orFail(addStudent(actor, { ...facts, status: "active", code })).studentId
  }

  test("isn’t restored while another one has the student ID, and open invitations stop working", () => {
    const id = addIvo("S-7")
    const link = { schoolId: actor.school.id, subjectId: id, purpose: "student-invitation" as const }
    makeOneTimeLink({ ...link, email: "ivo@example.com", lifetimeMs: day })
    expect(deleteStudent(actor, id).ok).toBe(true)
    const [made] = rowsOf(oneTimeLinks, { subjectId: id })
    expect(made?.revokedAt).not.toBeNull()
    const other = addIvo("S-7")
    expect(restoreDeleted(actor, entry("student"))).toBeRefused("id-taken")
    changeRows(students, { id: other }, { code: null })
    expect(restoreDeleted(actor, entry("student")).ok).toBe(true)
  })

  test("leaves no name in the activity once they are gone for good, by hand or after 30 days", async () => {
    const names = () => JSON.stringify(rowsOf(events, { schoolId: actor.school.id }))
    const forget = async () => {
      const [erasure] = rowsOf(erasures, { schoolId: actor.school.id })
      if (erasure) while (await continueErasure(actor, erasure.id));
    }
    expect(deleteStudent(actor, addIvo()).ok).toBe(true)
    expect(names()).toContain("Quist")
    expect(deleteForGood(actor, entry("student")).ok).toBe(true)
    await forget()
    expect(names()).not.toContain("Quist")
    expect(deleteStudent(actor, addIvo()).ok).toBe(true)
    fixClock(testNow + binDays * day)
    emptyBins()
    emptyBinsOfStudents(() => actor, undefined)
    await forget()
    expect(bin()).toEqual([])
    expect(names()).not.toContain("Quist")
  })
})
