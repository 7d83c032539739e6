import { cacheUntilWrite } from "db/cache-until-write.server"
import { invoices } from "db/schema/money"
import { creditNotes } from "db/schema/money-corrections"
import { payments } from "db/schema/money-payments"
import { families, guardians, students, teachers } from "db/schema/people"
import { inquiries } from "db/schema/people-inquiries"
import { classes, enrollments, rooms } from "db/schema/teaching"
import { occasions } from "db/schema/teaching-occasions"
import { and, asc, desc, eq, gte, isNotNull, isNull, or, sql } from "drizzle-orm"
import type { Actor, SuperActor } from "~/models/foundation/access/actor"
import { select, selectDistinct } from "~/models/foundation/access/door.server"
import { seesFamilyMoney } from "~/models/foundation/access/family-money"
import { columns, joined, own } from "~/models/foundation/access/own.server"
import { may } from "~/models/foundation/access/permissions"
import { schoolWork } from "~/models/foundation/background-read/school-read.server"
import { answersToFind } from "~/models/foundation/custom-field/answers.server"
import { seenBy } from "~/models/foundation/custom-field/custom-field"
import { listPortalInvoices } from "~/models/money/family-invoice/portal-invoices.server"
import { paidByText } from "~/models/money/payment/payment"
import { balancesOf } from "~/models/money/student-list/student-facts.server"
import { listPhones } from "~/models/people/family/contacts.server"
import { familyLabel } from "~/models/people/family/family-name"
import { tellApart } from "~/models/people/family/family-name.server"
import { findPortal } from "~/models/people/family-access/portal.server"
import { inNameOrder } from "~/models/people/name-order/name-order.server"
import { findNextSessions } from "~/models/people/next-session/next-session.server"
import { hasManyStudents } from "~/models/people/student/list-students.server"
import { statusLabels } from "~/models/people/student/student"
import { findOwnTeacher } from "~/models/people/teacher/own-teacher.server"
import { listSchools } from "~/models/platform/school/list-schools.server"
import { nameWithStart } from "~/models/teaching/class/later-class"
import { startsLaterOn } from "~/models/teaching/class/later-class.server"
import { teaches } from "~/models/teaching/co-teacher/co-teacher.server"
import { readInBackground } from "~/providers/threads/background-read.server"
import { todayOf } from "~/utils/clock.server"
import { findAmong, findFolded, foldAll } from "~/utils/find-among"
import { formatDate } from "~/utils/formats"
import { groupBy } from "~/utils/group-by"
import { formatMoney } from "~/utils/money"
import { fullName } from "~/utils/names"
import { paths } from "~/utils/paths"
import { relationWord } from "~/utils/word-within"
import { localDate } from "~/utils/zones"
import { classActs, familyActs, invoiceActs, studentActs, teacherActs } from "./found-acts"
import { type FoundGroup, groupOf, mostOf } from "./search"

/** A teacher finds the classes that are theirs and have not ended, and the students in them today or later. */
function searchOwnTeaching(actor: Actor, text: string): FoundGroup[] {
  const teacher = findOwnTeacher(actor)
  if (!teacher) return []
  const day = todayOf(actor)
  const taughtStudents = ownStudentNamesQuery(actor, teacher.id, day).all()
  const answers = answersToFind(actor, "student", {
    isSeen: (fields) => seenBy(fields, "teachers"),
    subjectIds: taughtStudents.map(({ id }) => id),
  })
  const pupils = taughtStudents
    .map(({ id, instrument, ...names }) => ({
      to: paths.teacherStudent(id),
      title: fullName(names),
      also: alsoOf(answers.get(id)),
      detail: detailOf(instrument, meantAnswer(answers.get(id), text)),
    }))
    .sort((a, b) => a.title.localeCompare(b.title))
  const taught = ownClassNamesQuery(actor, teacher.id, day)
    .all()
    .map(({ id, name, instrument }) => ({
      to: paths.teacherClass(id),
      title: name,
      also: instrument ?? "",
      detail: instrument,
    }))
    .sort((a, b) => a.title.localeCompare(b.title))
  return [
    ...groupOf("Students", findAmong(pupils, text, mostOf.students), paths.teacherStudents({ q: text })),
    ...groupOf("Classes", findAmong(taught, text, mostOf.classes), paths.teacherClasses({ q: text })),
  ]
}

const isOwn = (actor: Actor, teacherId: string, day: string) =>
  and(
    own(actor, classes),
    teaches(actor, teacherId, day),
    or(isNull(classes.endedOn), gte(classes.endedOn, day)),
  )

/** Exported for the test that reads its plan, as is the one below. */
export function ownClassNamesQuery(actor: Actor, teacherId: string, day: string) {
  return select({ id: classes.id, name: classes.name, instrument: classes.instrument })
    .from(classes)
    .where(isOwn(actor, teacherId, day))
}

export function ownStudentNamesQuery(actor: Actor, teacherId: string, day: string) {
  return (
    selectDistinct(columns(students, "id", "firstName", "lastName", "instrument"))
      .from(classes)
      // cross joins keep SQLite from starting with all the enrollments or students of a school
      .crossJoin(enrollments)
      .crossJoin(students)
      .where(
        and(
          isOwn(actor, teacherId, day),
          joined(classes, enrollments.classId),
          or(isNull(enrollments.endsOn), gte(enrollments.endsOn, day)),
          joined(students, enrollments.studentId),
        ),
      )
  )
}

/**
 * Credit notes whose number holds what was typed, the newest first, and payments that have it as their reference, such as a check's
 * number.
 * @param most of both together
 */
function searchPapers(actor: Actor, text: string, most: number): FoundGroup[] {
  const typed = text.replace(/^\s*(?:credit note|check|payment)\b/i, "").trim()
  if (most === 0 || !/\d/.test(typed)) return []
  const money = (minor: number) => formatMoney(minor, actor.school.currency)
  const notes = tellApart(actor, creditNoteNumbersQuery(actor, typed, most).all())
  const credited = notes.map(({ id, number, totalMinor, issuedOn, ...family }) => ({
    to: paths.creditNote(id),
    title: `Credit note ${number}`,
    detail: [familyLabel(family), money(totalMinor), formatDate(issuedOn, "medium")].join(", "),
  }))
  const rest = most - credited.length
  const paid = rest > 0 ? tellApart(actor, paymentReferencesQuery(actor, typed, rest).all()) : []
  const received = paid.map(
    ({ id, amountMinor, method, reference, paidWith, receivedOn, reversedAt, ...family }) => ({
      to: paths.paymentReceipt(id),
      title: `Payment of ${money(amountMinor)}`,
      detail: [
        familyLabel(family),
        paidByText(method, reference, paidWith),
        reversedAt === null ? formatDate(receivedOn, "medium") : "reversed",
      ].join(", "),
    }),
  )
  return [
    ...groupOf("Credit notes", { found: credited, more: false }),
    ...groupOf("Payments", { found: received, more: false }),
  ]
}

/** Exported for the test that reads its plan, as is the other. */
export const creditNoteNumbersQuery = (actor: Actor, number: string, most: number) =>
  select({
    ...columns(creditNotes, "id", "number", "totalMinor", "issuedOn"),
    familyId: families.id,
    familyName: families.name,
  })
    .from(creditNotes)
    .innerJoin(families, joined(families, creditNotes.familyId))
    .where(and(own(actor, creditNotes), sql`instr(lower(${creditNotes.number}), lower(${number})) > 0`))
    .orderBy(desc(creditNotes.sequence))
    .limit(most)

export const paymentReferencesQuery = (actor: Actor, reference: string, most: number) =>
  select({
    ...columns(payments, "id", "amountMinor", "method", "paidWith"),
    reference: payments.providerReference,
    receivedOn: payments.receivedOn,
    reversedAt: payments.reversedAt,
    familyId: families.id,
    familyName: families.name,
  })
    .from(payments)
    .innerJoin(families, joined(families, payments.familyId))
    .where(and(own(actor, payments), eq(payments.providerReference, reference)))
    .limit(most)

/** Invoices whose number holds what was typed, the newest first; "invoice 2026-17" and "#17" mean the number too. */
function searchInvoices(actor: Actor, text: string): FoundGroup[] {
  const number = numberIn(text)
  if (!number) return []
  const rows = invoiceNumbersQuery(actor, number).all()
  const named = tellApart(actor, rows.slice(0, mostOf.invoices))
  const found = named.map(({ id, number, totalMinor, ...invoice }) => ({
    to: paths.invoice(id),
    title: `Invoice ${number}`,
    detail: [
      familyLabel(invoice),
      formatMoney(totalMinor, actor.school.currency),
      invoice.state === "void" ? "void" : invoice.issuedOn && formatDate(invoice.issuedOn, "medium"),
    ]
      .filter(Boolean)
      .join(", "),
    acts: invoiceActs(actor, { familyId: invoice.familyId, isVoid: invoice.state === "void" }),
  }))
  return groupOf(
    "Invoices",
    { found, more: rows.length > mostOf.invoices },
    paths.billing({ search: number }),
  )
}

/** The number someone looks for, if the text has a digit. */
function numberIn(text: string): string | undefined {
  const number = text.replace(/^\s*(invoice\b|#|no\.?\s)\s*#?/i, "").trim()
  return /\d/.test(number) ? number : undefined
}

const holds = (text: string) => sql`instr(lower(${invoices.number}), lower(${text})) > 0`

/** "2026-17" also means 2026-0017. Exported for the test that reads its plan. */
export function invoiceNumbersQuery(actor: Actor, number: string) {
  const [, head = "", tail] = /^(.*?)(\d{1,9})$/.exec(number) ?? []
  return select({
    ...columns(invoices, "id", "number", "state", "issuedOn", "totalMinor"),
    familyId: families.id,
    familyName: families.name,
  })
    .from(invoices)
    .innerJoin(families, joined(families, invoices.familyId))
    .where(
      and(
        own(actor, invoices),
        isNotNull(invoices.sequence),
        or(holds(number), tail ? and(eq(invoices.sequence, Number(tail)), holds(head)) : undefined),
      ),
    )
    .orderBy(desc(invoices.sequence))
    .limit(mostOf.invoices + 1)
}

/** Classes that have not ended, by name, instrument or teacher. */
function searchClasses(actor: Actor, text: string): FoundGroup[] {
  const day = todayOf(actor)
  const { found, more } = findFolded(
    keepClasses([actor.school.id, day], () => readClasses(actor, day)),
    text,
    mostOf.classes,
  )
  const shown = found.map(({ id, title, startsLaterOn, detail }) => ({
    to: paths.class(id),
    title: nameWithStart(title, startsLaterOn),
    detail,
    acts: classActs(actor, id),
  }))
  const label = actor.school.kind === "solo" ? "Lessons" : "Classes"
  return groupOf(label, { found: shown, more }, paths.classes({ q: text }))
}

const readClasses = (actor: Actor, day: string) =>
  foldAll(
    classNamesQuery(actor, day)
      .all()
      .map(({ id, name, instrument, teacherName, startsLaterOn }) => ({
        id,
        title: name,
        startsLaterOn,
        also: `${instrument ?? ""} ${teacherName ?? ""}`,
        detail: teacherName,
      })),
  )

/** Of some schools, as the names of their students are. */
const keepClasses = cacheUntilWrite<ReturnType<typeof readClasses>>(10)

/** Exported for the test that reads its plan. */
export function classNamesQuery(actor: Actor, day: string) {
  return select({
    ...columns(classes, "id", "name", "instrument"),
    teacherName: teachers.name,
    startsLaterOn: startsLaterOn(actor, day),
  })
    .from(classes)
    .leftJoin(teachers, joined(teachers, classes.teacherId))
    .where(and(own(actor, classes), or(isNull(classes.endedOn), sql`${classes.endedOn} >= ${day}`)))
    .orderBy(sql`${classes.name} collate nocase`, asc(classes.id))
}

/** A family finds its own students and, where it may see money, its invoices. */
function searchFamilyPages(actor: Actor, text: string): FoundGroup[] {
  const { students, seesMoney } = findPortal(actor)
  const own = students.map(({ id, name }) => ({
    to: paths.studentHome({ child: id }),
    title: name,
    detail: null,
  }))
  return [
    ...groupOf("Students", findAmong(own, text, mostOf.students)),
    ...(seesMoney ? searchOwnInvoices(actor, text) : []),
  ]
}

function searchOwnInvoices(actor: Actor, text: string): FoundGroup[] {
  const typed = numberIn(text)?.toLowerCase()
  if (!typed) return []
  const meant = listPortalInvoices(actor).filter(({ number }) =>
    [number.toLowerCase(), withoutZeros(number.toLowerCase())].some((each) => each.includes(typed)),
  )
  const found = meant.slice(0, mostOf.invoices).map((invoice) => ({
    to: paths.studentInvoice(invoice.id),
    title: `Invoice ${invoice.number}`,
    detail: invoice.state.replace("-", " "),
  }))
  return groupOf("Invoices", { found, more: meant.length > mostOf.invoices }, paths.studentInvoices())
}

/** "2026-17" for 2026-0017. */
const withoutZeros = (number: string) => number.replace(/(?<!\d)0+(?=\d)/g, "")

// People find only what they may open: kinds by role, rows by school, and for a family its own people.

/** Results in a school, in groups. Records the actor may not open are not found. */
export function searchSchool(actor: Actor, text: string): FoundGroup[] {
  if (!text) return []
  if (may(actor, "portal:read")) return searchFamilyPages(actor, text)
  if (actor.role === "teacher") return searchOwnTeaching(actor, text)
  return [
    ...(may(actor, "student:read") ? searchStudents(actor, text) : []),
    ...(may(actor, "family:frame") ? searchFamilies(actor, text) : []),
    ...(may(actor, "teacher:read") ? searchTeachers(actor, text) : []),
    ...(may(actor, "class:read") ? searchClasses(actor, text) : []),
    ...(may(actor, "invoice:read") ? searchMoney(actor, text) : []),
    ...(may(actor, "student:write") ? searchInquiries(actor, text) : []),
    ...(may(actor, "class:write") ? searchOccasions(actor, text) : []),
    ...(may(actor, "schedule:read") ? searchRooms(actor, text) : []),
  ]
}

/** Invoices first; credit notes and payments take what is left of their places. */
function searchMoney(actor: Actor, text: string): FoundGroup[] {
  const groups = searchInvoices(actor, text)
  const shown = groups.reduce((sum, { found }) => sum + found.length, 0)
  return [...groups, ...searchPapers(actor, text, mostOf.invoices - shown)]
}

/** Schools by name or by an administrator's email. Students are never found. */
export function searchPlatform(staff: SuperActor, text: string): FoundGroup[] {
  if (!text) return []
  const { total, schools } = listSchools(staff, { search: text, state: "all" })
  if (total === 0) return []
  return [
    {
      label: "Schools",
      found: schools.slice(0, mostOf.schools).map(({ id, name, planName, state }) => ({
        to: paths.platformSchool(id),
        title: name,
        detail: planName ? `${planName}, ${state}` : state,
      })),
      more: total > mostOf.schools ? paths.platformSchools({ q: text }) : null,
    },
  ]
}

// A search compares everyone's names, and is asked again with every letter. In a large school that is done in the background. The thread
// keeps the names between two writes.

/** Results in a school, in groups. Records the actor may not open are not found. */
export async function findInSchool(actor: Actor, text: string): Promise<FoundGroup[]> {
  if (!comparesEveryone(actor) || !text || !hasManyStudents(actor)) return searchSchool(actor, text)
  return readInBackground(schoolWork(actor, "search", searchSchool, text))
}

/** A family and a teacher look through their own few. */
const comparesEveryone = (actor: Actor) => actor.role !== "teacher" && !may(actor, "portal:read")

/** Each takes some MB of a large school, whose names the thread for long reads keeps. */
const schoolsKept = 10

// SQLite folds only English letters, but "ozturk" must find Öztürk. So the school's
// names are read by index, in order, and compared here.

/** Students, with the number to call and what their family owes. */
function searchStudents(actor: Actor, text: string): FoundGroup[] {
  const { found, more } = findFolded(
    keepStudents([actor.school.id], () => readStudents(actor)),
    text,
    mostOf.students,
  )
  const familyIds = found.map(({ familyId }) => familyId)
  const phones = listPhones(
    actor,
    found.map(({ id }) => id),
  )
  const balances = balanceTexts(actor, familyIds)
  const coming = may(actor, "schedule:read")
    ? findNextSessions(actor, { resource: "student", ids: found.map(({ id }) => id) })
    : undefined
  const shown = found.map(({ id, familyId, status, instrument, to, title, answers }) => ({
    to,
    title,
    detail: detailOf(
      meantAnswer(answers, text),
      instrument,
      status === "active" ? null : statusLabels[status].toLowerCase(),
      phones.get(id)?.phone,
      balances.get(familyId),
    ),
    acts: studentActs(actor, { id, familyId, status, nextLessonId: coming?.get(id)?.sessionId }),
  }))
  return groupOf("Students", { found: shown, more }, paths.students({ q: text }))
}

function readStudents(actor: Actor) {
  const answers = answersToFind(actor, "student")
  return foldAll(
    studentNamesQuery(actor)
      .all()
      .map(({ code, email, ...student }) => ({
        ...student,
        to: paths.student(student.id),
        title: fullName(student),
        answers: answers.get(student.id),
        also: `${code ?? ""} ${email ?? ""} ${alsoOf(answers.get(student.id))}`,
      })),
  )
}

type Answers = readonly { label: string; value: string }[] | undefined

const alsoOf = (answers: Answers) => answers?.map(({ value }) => value).join(" ") ?? ""

/** The answer to a field of the school's own that someone was looked for by. */
function meantAnswer(answers: Answers, text: string): string | undefined {
  const meant =
    answers &&
    findAmong(
      answers.map(({ label, value }) => ({ label, title: value })),
      text,
      1,
    )
  return meant?.found[0] && [meant.found[0].label, meant.found[0].title].join(": ")
}

/** The names of a school are asked for again with every letter that is typed: read once between two writes of names. */
const keepStudents = cacheUntilWrite<ReturnType<typeof readStudents>>(schoolsKept)

/** Families by their name, their adults by theirs; both lead to the family's ledger, or to its record without amounts. */
function searchFamilies(actor: Actor, text: string): FoundGroup[] {
  // What a family answered is on its own page, which not everyone who sees what it owes may open.
  const seesAnswers = may(actor, "student:read")
  const { found, more } = findFolded(
    keepFamilies([actor.school.id, seesAnswers], () => readFamilies(actor, seesAnswers)),
    text,
    mostOf.families,
  )
  const seesMoney = seesFamilyMoney(actor)
  const balances = balanceTexts(
    actor,
    found.map(({ familyId }) => familyId),
  )
  const shown = found.map(({ familyId, studentId, title, detail, isMerged, hasPeople, answers }) => ({
    to: seesMoney && !isMerged ? paths.family(familyId) : paths.familyRecord(familyId),
    title,
    detail: isMerged
      ? "merged into another family"
      : detailOf(meantAnswer(answers, text), detail, balances.get(familyId)),
    acts: isMerged || !hasPeople ? [] : familyActs(actor, { id: familyId, studentId }),
  }))
  return groupOf(
    "Families and guardians",
    { found: shown, more },
    seesMoney ? paths.billing({ search: text }) : paths.families({ q: text }),
  )
}

function readFamilies(actor: Actor, seesAnswers: boolean) {
  const children = groupBy(studentNamesQuery(actor).all(), ({ familyId }) => familyId)
  const guardianNames = guardianNamesQuery(actor).all()
  const withAdult = new Set(guardianNames.map(({ familyId }) => familyId))
  const answers = seesAnswers ? answersToFind(actor, "family") : new Map<string, Answers>()
  const adults = tellApart(actor, guardianNames).map(
    ({ familyId, name, relation, email, phone, ...family }) => ({
      familyId,
      title: name,
      also: `${email ?? ""} ${phone ?? ""}`,
      phone,
      isMerged: false,
      answers: undefined as Answers,
      detail: detailOf(relation && relationWord(relation), familyLabel(family), phone),
    }),
  )
  const accounts = familyNamesQuery(actor)
    .all()
    .map(({ id, name, mergedInto }) => ({
      familyId: id,
      title: name,
      also: ["family", alsoOf(answers.get(id))].join(" "),
      phone: null,
      isMerged: mergedInto !== null,
      answers: answers.get(id) as Answers,
      detail: detailOf(...(children.get(id) ?? []).map(({ firstName }) => firstName)),
    }))
  return foldAll(
    [...adults, ...accounts].map((each) => ({
      ...each,
      studentId: children.get(each.familyId)?.[0]?.id,
      // Without anyone, or with erased people only, there is no one to write to or to take a payment from.
      hasPeople: children.has(each.familyId) || withAdult.has(each.familyId),
    })),
  )
}

const keepFamilies = cacheUntilWrite<ReturnType<typeof readFamilies>>(schoolsKept)

const detailOf = (...parts: (string | null | undefined)[]): string | null =>
  parts.filter(Boolean).join(", ") || null

/** "owes $120.00" or "$40.00 account credit", for who may see it; nothing for a settled family. */
function balanceTexts(actor: Actor, familyIds: readonly string[]): Map<string, string> {
  if (familyIds.length === 0 || !seesFamilyMoney(actor)) return new Map()
  const text = (minor: number) => {
    const amount = formatMoney(Math.abs(minor), actor.school.currency)
    return minor > 0 ? `owes ${amount}` : `${amount} account credit`
  }
  return new Map(
    [...balancesOf(actor, familyIds)].flatMap(([id, minor]) =>
      minor === 0 ? [] : [[id, text(minor)] as const],
    ),
  )
}

/** Teachers, with the number at which the office reaches them, by which they are found too. */
function searchTeachers(actor: Actor, text: string): FoundGroup[] {
  const all = teacherNamesQuery(actor)
    .all()
    .map(({ name, email, ...teacher }) => ({
      ...teacher,
      title: name,
      also: `${email ?? ""} ${teacher.phone ?? ""}`,
    }))
  const { found, more } = findAmong(all, text, mostOf.teachers)
  const shown = found.map(({ id, memberId, title, instruments, phone }) => ({
    to: paths.teacher(id),
    title,
    detail: detailOf(instruments, phone),
    acts: teacherActs(actor, { id, memberId }),
  }))
  return groupOf("Teachers", { found: shown, more }, paths.teachers())
}

/** Who asked for lessons and isn't a student yet, the newest first, by their name, a guardian's or how to reach them. */
function searchInquiries(actor: Actor, text: string): FoundGroup[] {
  const all = inquiryNamesQuery(actor)
    .all()
    .map(({ id, guardianName, email, phone, createdAt, ...names }) => ({
      to: paths.inquiry(id),
      title: fullName({ firstName: names.firstName ?? "", lastName: names.lastName ?? "" }),
      also: [guardianName, email, phone].join(" "),
      detail: detailOf(
        guardianName,
        phone,
        formatDate(localDate(createdAt, actor.school.timeZone), "medium"),
      ),
    }))
  return groupOf("Inquiries", findAmong(all, text, mostOf.inquiries), paths.inquiries())
}

/** Events that aren't canceled, the latest first. */
function searchOccasions(actor: Actor, text: string): FoundGroup[] {
  const all = occasionNamesQuery(actor)
    .all()
    .map(({ id, title, ...on }) => ({
      to: paths.occasion(id),
      title,
      detail: formatDate(on.localDate, "medium"),
    }))
  return groupOf("Events", findAmong(all, text, mostOf.events), paths.occasions())
}

/** Rooms, each with its week. */
function searchRooms(actor: Actor, text: string): FoundGroup[] {
  const all = roomNamesQuery(actor)
    .all()
    .map(({ id, name, site }) => ({ to: paths.schedule({ room: id }), title: name, detail: site }))
  return groupOf("Rooms", findAmong(all, text, mostOf.rooms))
}

/** Exported for the test that reads its plan, as are the others below. */
export const inquiryNamesQuery = (actor: Actor) =>
  select(columns(inquiries, "id", "firstName", "lastName", "guardianName", "email", "phone", "createdAt"))
    .from(inquiries)
    .where(and(own(actor, inquiries), isNull(inquiries.studentId)))
    .orderBy(desc(inquiries.createdAt), desc(inquiries.id))

export const occasionNamesQuery = (actor: Actor) =>
  select(columns(occasions, "id", "title", "localDate"))
    .from(occasions)
    .where(and(own(actor, occasions), isNull(occasions.canceledAt)))
    .orderBy(desc(occasions.localDate), desc(occasions.startsAt))

export const roomNamesQuery = (actor: Actor) =>
  select(columns(rooms, "id", "name", "site"))
    .from(rooms)
    .where(and(own(actor, rooms), isNull(rooms.archivedAt)))
    .orderBy(asc(rooms.name))

export function studentNamesQuery(actor: Actor) {
  return select({
    id: students.id,
    familyId: students.familyId,
    firstName: students.firstName,
    lastName: students.lastName,
    code: students.code,
    email: students.email,
    phone: students.phone,
    status: students.status,
    instrument: students.instrument,
  })
    .from(students)
    .where(and(own(actor, students), isNull(students.erasedAt)))
    .orderBy(...inNameOrder)
}

export function familyNamesQuery(actor: Actor) {
  return select({ id: families.id, name: families.name, mergedInto: families.mergedInto })
    .from(families)
    .where(own(actor, families))
    .orderBy(sql`${families.name} collate nocase`, asc(families.id))
}

export function guardianNamesQuery(actor: Actor) {
  return select({
    familyId: guardians.familyId,
    familyName: families.name,
    ...columns(guardians, "name", "relation", "email", "phone"),
  })
    .from(families)
    .crossJoin(guardians)
    .where(and(own(actor, families), joined(families, guardians.familyId), isNull(guardians.erasedAt)))
    .orderBy(sql`${families.name} collate nocase`, asc(families.id))
}

export function teacherNamesQuery(actor: Actor) {
  return select(columns(teachers, "id", "name", "email", "phone", "instruments", "memberId"))
    .from(teachers)
    .where(and(own(actor, teachers), isNull(teachers.deactivatedAt)))
    .orderBy(sql`${teachers.name} collate nocase`, asc(teachers.id))
}
