import { transact } from "db/client.server"
import { makeUpCredits } from "db/schema/attendance"
import { textConsents } from "db/schema/foundation-text-messages"
import { charges } from "db/schema/money"
import { extraWork, paySlipLines } from "db/schema/money-pay"
import { families, guardians, studentStatusChanges, students } from "db/schema/people"
import { readerUpdates } from "db/schema/teaching-reader-updates"
import { bookings, seats } from "db/schema/teaching-sessions"
import { and, eq, gt, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm"
import { withdrawExports } from "~/models/accounts/school/export-school.server"
import type { Actor } from "~/models/foundation/access/actor"
import { eraseDeclared } from "~/models/foundation/access/declared-tables.server"
import {
  add,
  change,
  find,
  isNamedByAnother,
  ownRows,
  remove,
  select,
} from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { forgetDeleted } from "~/models/foundation/deleted-record/deleted-record.server"
import { phoneRecipientOf } from "~/models/foundation/text-message/phone-recipient"
import { forgetInEntries } from "~/models/money/bank-import/forget-entries.server"
import { settleErased } from "~/models/money/event-fee/event-fee.server"
import { forgetOutsidePayer, forgetOutsidePayers } from "~/models/money/payer/outside-payers.server"
import { forgetOnVouchers } from "~/models/money/voucher/vouchers.server"
import { forgetInquiries } from "~/models/people/inquiry/answer-inquiry.server"
import { forgetAskedGuardian } from "~/models/people/own-data/changes.server"
import { forgetPlan } from "~/models/people/student/set-status.server"
import { factsOf } from "~/models/people/student/student-fields"
import { forgetOffers } from "~/models/teaching/offer/make-offer.server"
import { forgetReplacedPrices } from "~/models/teaching/price/replaced-price.server"
import { callOffTrial } from "~/models/teaching/trial-lesson/trial-booking.server"
import { now, todayOf } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import { gatherPerson } from "./erased-person.server"
import { type ErasedNoun, erasedNames } from "./erasure"
import { forgetInActivity, gatherTraces } from "./forget-in-activity.server"
import { type ErasedPerson, forgetInMail, isNameOfOthers, isUsedByOthers } from "./forget-mail.server"
import { forgetLogin } from "./forget-member.server"
import { forgetInSelections, forgetInTasks, listRecordsOf } from "./forget-tasks.server"
import {
  forgetCorrections,
  forgetCredits,
  forgetInClasses,
  forgetInConversations,
  forgetPayer,
  listOwnClasses,
} from "./forget-words.server"
import { previewErasure } from "./preview-erasure.server"
import type { Renamed } from "./without-facts"
import { isOneWord, type Wording, withoutNamesInLine } from "./without-person"

// Erasing a person: what tells who they were goes for good; from the activity and imported files in steps afterward. Rows
// that money, pay and attendance are made of stay without a name, and issued documents stay as they are.

/** Erases a student, guardian or other payer. Refused while something has to be done first; see previewErasure. */
export function erasePerson(
  actor: Actor,
  noun: ErasedNoun,
  id: string,
): Result<{ familyId: string }, "not-found" | "not-yet"> {
  return transact(() => {
    const preview = previewErasure(actor, noun, id)
    const person = gatherPerson(actor, noun, id)
    if (!preview || !person) return { ok: false, reason: "not-found" }
    if (preview.obstacles.length > 0) return { ok: false, reason: "not-yet" }
    if (noun === "student") settleErased(actor, id)
    const known = gatherTraces(actor, noun, id)
    const ofClasses = noun === "student" ? listOwnClasses(actor, id) : []
    if (noun === "student") forgetOffers(actor, { studentId: id })
    if (noun === "student") remove(actor, readerUpdates, eq(readerUpdates.reader, phoneRecipientOf(id)))
    const renamed = noun === "student" ? eraseStudent(actor, id) : []
    if (noun === "guardian") eraseGuardian(actor, id)
    if (noun === "payer") erasePayer(actor, id)
    forgetElsewhere(actor, noun, id)
    forgetInMail(actor, person)
    const names = person.names.filter((name) => !isNameOfOthers(actor, name))
    forgetInEntries(actor, names, person.erasedName)
    forgetOnVouchers(actor, {
      addresses: person.addresses.filter((address) => !isUsedByOthers(actor, address)),
      names,
      erasedName: person.erasedName,
    })
    forgetInquiries(actor, person, (inquiryId) => {
      callOffTrial(actor, inquiryId, "The request was deleted")
      forgetOffers(actor, { inquiryId })
    })
    for (const theirs of listRecordsOf(actor, noun, id)) forgetDeleted(actor, theirs)
    forgetDeleted(actor, preview.familyId, "draft-invoice")
    if (noun === "guardian") removeUnused(actor, id)
    const emptied = forgetEmptyFamily(actor, preview.familyId)
    forgetInActivity(actor, person, { known: { ...known, classIds: ofClasses, renamed }, emptied })
    forgetInPay(actor, person, noun === "student" ? id : null, renamed)
    withdrawExports(actor)
    if (noun === "payer") recordEvent(actor, "family.erase-payer", preview.familyId)
    else recordEvent(actor, `${noun}.erase`, id)
    return { ok: true, familyId: preview.familyId }
  })
}

function eraseGuardian(actor: Actor, guardianId: string) {
  const guardian = find(actor, guardians, guardianId)
  if (!guardian) return
  const name = erasedNames.guardian
  const { memberId, familyId } = guardian
  forgetAskedGuardian(actor, guardian)
  forgetPayer(actor, "guardian", guardian)
  const hasEnded =
    memberId !== null && forgetLogin(actor, { noun: "guardian", id: guardianId, memberId, familyId })
  forgetInTasks(actor, "guardian", guardianId, hasEnded ? memberId : null)
  const children = select({ id: students.id })
    .from(students)
    .where(and(own(actor, students), eq(students.familyId, familyId)))
  const theirWord = and(
    inArray(textConsents.studentId, children),
    sql`trim(${textConsents.agreedName}) = trim(${guardian.name}) collate nocase`,
  )
  change(actor, textConsents, theirWord, { agreedName: name })
  eraseDeclared(actor, "guardian", { id: guardianId, name })
  change(actor, guardians, guardianId, {
    name,
    relation: null,
    email: null,
    phone: null,
    billingAddress: null,
    billingEmail: null,
    payerShare: 0,
    payerAmountMinor: null,
    seesMoney: false,
    memberId: null,
    erasedAt: now(),
  })
}

function erasePayer(actor: Actor, payerId: string) {
  forgetOutsidePayer(actor, payerId)
  forgetInTasks(actor, "payer", payerId, null)
}

/** A guardian whom no money, document or conversation refers to leaves no row. */
function removeUnused(actor: Actor, guardianId: string) {
  try {
    transact(() => remove(actor, guardians, guardianId))
  } catch (error) {
    if (!isNamedByAnother(error)) throw error
  }
}

/** A family of erased people has no name either. Answers the one that it had. */
function forgetEmptyFamily(actor: Actor, familyId: string): { id: string; name: string } | undefined {
  const someone = [students, guardians].some((table) =>
    ownRows(actor, table, ["id"])
      .where(and(eq(table.familyId, familyId), isNull(table.erasedAt)))
      .limit(1)
      .get(),
  )
  if (someone) return undefined
  forgetOutsidePayers(actor, familyId)
  const theirs = own(actor, families, familyId)
  const family = select({ id: families.id, name: families.name }).from(families).where(theirs).get()
  change(actor, families, theirs, { name: "Erased family", address: null })
  return family
}

/** Answers, invitations, and previews of what was chosen in lists. */
function forgetElsewhere(actor: Actor, noun: ErasedNoun, id: string) {
  eraseDeclared(actor, "person", { id, name: erasedNames[noun] })
  forgetInSelections(actor, id)
}

// A payslip calls a private lesson by its student. It stays, locked or not, with every amount, day and rule; only the name
// goes, while the erasure is noted (trigger pay_slip_lines_frozen). So does what someone wrote with other work.

/** Call it once the erasure is noted, with the classes whose names it has changed. */
function forgetInPay(
  actor: Actor,
  person: ErasedPerson,
  studentId: string | null,
  renamed: readonly Renamed[],
) {
  const long = person.names.filter((name) => !isOneWord(name) && !isNameOfOthers(actor, name))
  const wording: Wording = {
    inNames: [],
    ofStudent: [],
    addresses: [],
    erasedName: person.erasedName,
    inTexts: long,
    inLabels: studentId ? person.names : [],
  }
  if (studentId) {
    const taught = select({ id: seats.sessionId })
      .from(seats)
      .where(and(own(actor, seats), eq(seats.studentId, studentId)))
    forgetInLines(actor, inArray(paySlipLines.sessionId, taught), { wording, renamed })
  }
  if (long.length === 0) return
  const worked = or(...long.map((name) => sql`instr(${extraWork.description}, ${name}) > 0`))
  const said = or(...long.map((name) => sql`instr(${paySlipLines.description}, ${name}) > 0`))
  forgetInLines(actor, and(isNotNull(paySlipLines.extraWorkId), said), { wording, renamed: [] })
  const works = ownRows(actor, extraWork, ["id", "description"]).where(worked).all()
  for (const { id, description } of works)
    change(actor, extraWork, id, { description: without(description, { wording, renamed: [] }) })
}

type Known = { wording: Wording; renamed: readonly Renamed[] }

function forgetInLines(actor: Actor, which: SQL | undefined, known: Known) {
  const lines = ownRows(actor, paySlipLines, ["id", "description"]).where(which).all()
  for (const { id, description } of lines) {
    const left = without(description, known)
    if (left !== description) change(actor, paySlipLines, id, { description: left })
  }
}

/** A class that was called by its student; or the name as a line's label, or in full. */
function without(description: string, { wording, renamed }: Known): string {
  const [, prefix = "", title = description] = /^(Correction: )?(.*)$/su.exec(description) ?? []
  const named = renamed.find(({ from }) => from === title)
  if (named) return `${prefix}${named.to}`
  return `${prefix}${withoutNamesInLine(title, wording)}`
}

// Erasing a student's record: rows that money, pay and attendance are made of stay without a name.

/** Erases the record of a student, its login with it; in the caller’s transaction. Answers the classes that lost their name. */
function eraseStudent(actor: Actor, studentId: string): Renamed[] {
  const student = find(actor, students, studentId)
  if (!student) return []
  const { memberId, familyId } = student
  forgetInConversations(actor, student)
  const renamed = forgetInClasses(actor, student)
  forgetCredits(actor, studentId)
  forgetCorrections(actor, studentId)
  forgetPayer(actor, "student", student)
  forgetReplacedPrices(actor, studentId)
  const hasEnded =
    memberId !== null && forgetLogin(actor, { noun: "student", id: studentId, memberId, familyId })
  forgetInTasks(actor, "student", studentId, hasEnded ? memberId : null)
  eraseDeclared(actor, "student", { id: studentId, name: erasedNames.student })
  forgetInLessons(actor, studentId)
  endStatus(actor, student)
  const named = `${student.firstName}, `
  change(actor, charges, eq(charges.studentId, studentId), {
    description: sql`replace(${charges.description}, ${named}, ${`${erasedNames.student}, `})`,
  })
  change(actor, students, studentId, {
    ...factsOf({ firstName: "Erased", lastName: "student" }),
    status: "former",
    erasedAt: now(),
    instrument: null,
    level: null,
    memberId: null,
  })
  return renamed
}

/** Lessons to come and credits end. */
function forgetInLessons(actor: Actor, studentId: string) {
  forgetPlan(actor, studentId)
  remove(
    actor,
    bookings,
    and(eq(bookings.resource, "student"), eq(bookings.resourceId, studentId), gt(bookings.endsAt, now())),
  )
  change(
    actor,
    makeUpCredits,
    and(
      eq(makeUpCredits.studentId, studentId),
      isNull(makeUpCredits.usedAt),
      isNull(makeUpCredits.revokedAt),
    ),
    { revokedAt: now(), revokedReason: "The student was erased." },
  )
}

function endStatus(actor: Actor, { id, status }: Pick<typeof students.$inferSelect, "id" | "status">) {
  if (status === "former") return
  const fromDate = todayOf(actor)
  add(actor, studentStatusChanges, { studentId: id, status: "former", fromDate })
}
