import { taskItems, tasks } from "db/schema/foundation-tasks"
import { resourceShares } from "db/schema/learning-resources"
import { classes, enrollments, ownPrices } from "db/schema/teaching"
import { renewals } from "db/schema/teaching-renewals"
import { and, eq, isNotNull, sql } from "drizzle-orm"
import { alias } from "drizzle-orm/sqlite-core"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, idsOf, ownRows, select } from "~/models/foundation/access/door.server"
import { among, joined, own } from "~/models/foundation/access/own.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { copyAnswers } from "~/models/foundation/custom-field/answers.server"
import type { BulkAct } from "~/models/foundation/selection/bulk-act.server"
import type { PlannedItem } from "~/models/foundation/selection/selection"
import type { ItemOutcome } from "~/models/foundation/task/run-task.server"
import { listTerms, type Term } from "~/models/foundation/term/term.server"
import { todayOf } from "~/utils/clock.server"
import { addDays, monthOf } from "~/utils/dates"
import { day } from "~/utils/form-text"
import { countOf, formatDate } from "~/utils/formats"
import { groupBy } from "~/utils/group-by"
import { joinNames } from "~/utils/names"
import { tooShort } from "~/utils/short-reason"
import { smallestAmount } from "~/utils/smallest-amount"
import { addClass } from "../class/class.server"
import { copyCoTeachers } from "../class/co-teaching.server"
import { endClass } from "../class/end-class.server"
import { enrollSeveral } from "../class/enroll-several.server"
import { listOfferedSpots } from "../class/offered-spots.server"
import { listStays } from "../class/restore-stays.server"
import { giveRule } from "../class/schedule.server"
import { lackingText } from "../prerequisite/prerequisite"
import { copyPrerequisites, listLacking, listRequiring } from "../prerequisite/prerequisite.server"
import type { Price } from "../price/price"
import {
  addInstallments,
  belowZeroRefusal,
  isBelowZero,
  isTooDeep,
  readPriceStep,
  setClassPrice,
  stepPrice,
  tooDeep,
} from "../price/price-step.server"
import { priceText } from "../price/price-text"
import { setLaterTeacher } from "../scheduled-teacher-change/scheduled-teacher-change.server"
import { patternText, weeklyRule } from "../session/pattern"
import { queueTaskUpdates } from "../session/reader-updates.server"
import type { Override } from "../session/slot.server"
import { carryLessons, listSeated, partSeated, type SeatedLesson, seatCarried } from "./carry-lessons.server"
import {
  type Continuing,
  type NextCourse,
  nextCourse,
  nextCourseText,
  readContinuing,
  rowsOf,
} from "./continuing.server"
import { lookAhead, type Outlook } from "./next-term-clashes.server"
import { askFamilies } from "./remind-renewals.server"
import { Before, undoRollOver } from "./undo-roll-over.server"

type Parted = {
  carried: readonly SeatedLesson[]
  left: readonly SeatedLesson[]
  /** Those at whose weekly time there would be a lesson. */
  canceled: readonly SeatedLesson[]
  /** Those whose weekly time is another by now: their week has a lesson. */
  besides: readonly SeatedLesson[]
}

const known = "with a time, teacher, room or link of its own, a reported absence, a guest or a make-up"

/**
 * What families and the office have entered for lessons of the term: what goes along, what stays canceled, and what they have to
 * enter again.
 */
function knownLessonsText(
  { school }: Pick<Actor, "school">,
  { carried, left, canceled, besides }: Parted,
): string {
  const planned = carried.filter(({ state }) => state === "planned").length
  const days = (lessons: readonly SeatedLesson[]) => {
    const named = lessons.slice(0, 5).map(({ localDate }) => formatDate(localDate, "day", school))
    const more = lessons.length - named.length
    return [...named, ...(more > 0 ? [`${more} more`] : [])].join(", ")
  }
  return [
    planned > 0
      ? `${countOf(planned, "lesson")} ${known} ${planned === 1 ? "goes" : "go"} along with all of it.`
      : "",
    canceled.length > 0
      ? `${countOf(canceled.length, "canceled lesson")} ${canceled.length === 1 ? "stays" : "stay"} canceled (${days(canceled)}).`
      : "",
    besides.length > 0
      ? `${countOf(besides.length, "canceled lesson")} ${besides.length === 1 ? "isn’t" : "aren’t"} at a weekly time that continues (${days(besides)}): check those days in the new class.`
      : "",
    left.length > 0
      ? `${countOf(left.length, "lesson")} ${known} can’t go along (${days(left)}): enter that again in the new class.`
      : "",
  ]
    .filter(Boolean)
    .join(" ")
}

// Which classes have one of a term already. Undoing a roll-over of many may be refused for some of them.

/** The classes that were rolled over into a term, unless that was undone. */
function listRolledOver(actor: Actor, termId: string): ReadonlySet<string> {
  const undone = new Set(listUndone(actor).map(nameOf))
  const rows = select({ taskId: tasks.id, classId: taskItems.subjectId })
    .from(tasks)
    .innerJoin(taskItems, joined(tasks, taskItems.taskId))
    .where(
      and(
        own(actor, tasks),
        eq(tasks.kind, "roll-over-classes"),
        eq(sql`json_extract(${tasks.about}, '$.termId')`, termId),
        eq(taskItems.state, "done"),
        isNotNull(taskItems.made),
      ),
    )
    .all()
  return new Set(rows.filter((row) => !undone.has(nameOf(row))).map(({ classId }) => classId))
}

type Item = { taskId: string; classId: string }
const nameOf = ({ taskId, classId }: Item) => `${taskId} ${classId}`

/** What was undone of roll-overs, by the task that had done it. */
function listUndone(actor: Actor): Item[] {
  const undo = alias(tasks, "undo")
  return select({ taskId: tasks.id, classId: taskItems.subjectId })
    .from(tasks)
    .innerJoin(undo, joined(tasks, undo.undoes))
    .innerJoin(taskItems, joined(undo, taskItems.taskId))
    .where(and(own(actor, tasks), eq(tasks.kind, "roll-over-classes"), eq(taskItems.state, "done")))
    .all()
}

// Classes go on into the next term as classes of their own: the same facts, weekly times and students, from its first day to
// its last. The earlier ones end on the day before.

const RollOverForm = z.object({
  termId: z.string({ error: "Choose the next term." }).min(1, "Choose the next term.").max(64),
  price: z
    .string()
    .trim()
    .max(20, "Enter a change, like +5%.")
    .refine((text) => text === "" || readPriceStep(text) !== null, "Enter a change, like +5%.")
    .refine((text) => !isTooDeep(text), tooDeep)
    .default(""),
  answerBy: day("Enter a date.").optional(),
  reason: z
    .string()
    .trim()
    .max(200, "Keep the reason under 200 characters.")
    .refine((text) => text === "" || text.length >= 3, tooShort)
    .default(""),
})
export type RollOverForm = z.output<typeof RollOverForm>

/** The terms that classes can roll over into: those to come. */
export function listNextTerms(actor: Actor): Term[] {
  const day = todayOf(actor)
  return listTerms(actor).filter(({ startsOn }) => startsOn > day)
}

export const findNextTerm = (actor: Actor, termId: string): Term | undefined =>
  listNextTerms(actor).find(({ id }) => id === termId)

/** Rolls classes over into the next term. */
export const rollOverClasses: BulkAct<RollOverForm> = {
  permission: "class:price",
  choice: RollOverForm,
  kind: "roll-over-classes",
  refuse: (actor, choice) => {
    const term = findNextTerm(actor, choice.termId)
    const answerBy = term && answerByRefusal(actor, choice, term)
    return answerBy ? { answerBy } : undefined
  },
  plan: (actor, classIds, choice) => {
    const term = findNextTerm(actor, choice.termId)
    if (!term) return planNone(actor, classIds, "This term has begun or was removed. Choose another.")
    const wrong = answerByRefusal(actor, choice, term)
    if (wrong) return planNone(actor, classIds, wrong)
    const continuing = readContinuing(actor, classIds, term)
    const isDone = listRolledOver(actor, term.id)
    const seated = groupBy(listSeated(actor, classIds, term.startsOn), ({ classId }) => classId)
    const parted = new Map(
      continuing.map((found) => [found.id, partSeated(seated.get(found.id) ?? [], found, term)]),
    )
    const partedOf = ({ id }: Continuing) => parted.get(id) ?? { carried: [], left: [] }
    const requiring = listRequiring(actor, classIds)
    const refusalFor = (found: Continuing) =>
      isDone.has(found.id)
        ? "Already rolled over into this term."
        : (refusalOf(found) ?? changeRefusal(actor, found, term, choice.price))
    const outlookOf = lookAhead(
      actor,
      continuing.filter((found) => !refusalFor(found)),
      term,
      (found) => partedOf(found).carried,
    )
    return continuing.map((found): PlannedItem => {
      const line = { id: found.id, name: found.name }
      const refusal = refusalFor(found)
      if (refusal) return { ...line, text: refusal, can: false }
      const outlook = outlookOf(found)
      const problems = outlook.problems.map(({ text }) => text).join(" ")
      const stops = outlook.problems.some(({ isHard }) => isHard || choice.reason === "")
      return stops
        ? { ...line, text: problems, can: false }
        : {
            ...line,
            text: [
              lineOf(actor, found, outlook, choice, term),
              knownLessonsText(actor, { ...partedOf(found), ...outlook }),
              requiring.has(found.id) ? unmetText(actor, found, term) : "",
              problems,
            ]
              .filter(Boolean)
              .join(" "),
            can: true,
          }
    })
  },
  work: {
    about: RollOverForm,
    atMost: 1,
    carryOut: (actor, choice, { taskId, subjectId }) => {
      const term = findNextTerm(actor, choice.termId)
      if (!term) return { ok: false, reason: "The term has begun or was removed." }
      const [found] = readContinuing(actor, [subjectId], term)
      const refusal = found
        ? (refusalOf(found) ?? changeRefusal(actor, found, term, choice.price))
        : "This class no longer exists."
      if (!found || refusal) return { ok: false, reason: refusal ?? "" }
      return continueClass(actor, found, { term, choice, taskId })
    },
    undo: (actor, _about, { subjectId, before }) => {
      const kept = Before.safeParse(before)
      return kept.success
        ? undoRollOver(actor, subjectId, kept.data)
        : { ok: false, reason: "Was done before an update and can’t be undone" }
    },
    close: queueTaskUpdates,
  },
}

const planNone = (actor: Actor, classIds: readonly string[], text: string): PlannedItem[] =>
  ownRows(actor, classes, ["id", "name"])
    .where(among(classes.id, classIds))
    .orderBy(sql`${classes.name} collate nocase`, classes.id)
    .all()
    .map((line) => ({ ...line, text, can: false }))

function answerByRefusal(actor: Actor, { answerBy }: RollOverForm, { startsOn }: Term): string | undefined {
  if (answerBy === undefined) return undefined
  if (answerBy < todayOf(actor)) return "Enter a date from today on."
  return answerBy < startsOn
    ? undefined
    : `Enter a date before ${formatDate(startsOn, "short")}, when the term begins.`
}

/** Why a class can't go on; undefined when it can. */
function refusalOf(found: Continuing): string | undefined {
  if (found.kind === "trial") return "Trial lessons don’t roll over."
  if (found.startsLater) return "Starts in this term already."
  if (found.teacherLeftAt !== null)
    return `${found.teacherName} no longer teaches here. Choose a teacher first.`
  if (found.roomArchivedAt !== null) return `${found.roomName} is archived. Choose a room first.`
  return undefined
}

/** Who continues without what the class requires: they were let in, so it stops no one. */
function unmetText(actor: Actor, { id, students }: Continuing, { startsOn }: Term): string {
  const lacking = listLacking(actor, id, students, startsOn)
  return lacking.length > 0 ? `Continues without a prerequisite: ${lackingText(lacking)}` : ""
}

/** "8 students, 18 lessons, Mon 4:00 PM, weekly, from Jan 11. $35.00 per lesson → $36.75 per lesson." */
function lineOf(
  actor: Actor,
  found: Continuing,
  outlook: Outlook,
  { price }: RollOverForm,
  term: Term,
): string {
  const times = found.rules.map((rule) =>
    patternText({ rrule: weeklyRule(rule.weekdays, rule.everyWeeks), startTime: rule.startTime }),
  )
  const [first] = found.rules.map(({ startsOn }) => startsOn).sort()
  const own = found.students.filter(({ price, laterPrices }) => price || laterPrices.length > 0).length
  return [
    `${countOf(found.students.length, "student")}, ${countOf(outlook.lessons, "lesson")}${
      times.length > 0 ? `, ${times.join("; ")}` : ""
    }${first ? `, from ${formatDate(first, "day")}` : ""}.`,
    priceLine(actor, found, price, term),
    ...found.laterPrices.map((later) =>
      plannedText(actor, priceText(later, actor.school.currency), later.fromDate),
    ),
    own > 0 ? `${countOf(own, "student keeps", "students keep")} a custom price.` : "",
    endText(actor, found, term),
    laterTeacherText(actor, found),
    ...whoseDaysText(actor, found),
    offeredText(listOfferedSpots(actor, found.id).length),
    outlook.closures.length > 0 ? `None on ${joinNames(outlook.closures)}.` : "",
  ]
    .filter(Boolean)
    .join(" ")
}

/** A class that was to end in the term goes on to the term's end. */
const endText = ({ school }: Actor, { endedOn }: Continuing, { startsOn, endsOn }: Term): string =>
  endedOn !== null && startsOn <= endedOn && endedOn < endsOn
    ? `Was to end on ${formatDate(endedOn, "day", school)}, and now continues until the term ends.`
    : ""

/** Who gets the class within the term, as was planned. */
const laterTeacherText = (actor: Actor, { later }: Continuing): string =>
  later ? plannedText(actor, later.name ?? "No teacher", later.from) : ""

/** "$45.00 per lesson from Feb 1, as planned." */
const plannedText = ({ school }: Actor, what: string, from: string): string =>
  `${what} from ${formatDate(from, "day", school)}, as planned.`

/** Whoever accepts one is enrolled until the earlier class ends. */
const offeredText = (spots: number): string =>
  spots > 0
    ? `${countOf(spots, "spot on offer stays with the earlier class", "spots on offer stay with the earlier class")}.`
    : ""

/** Who leaves in the term, and who starts in it and doesn't go along. */
function whoseDaysText({ school }: Actor, { students, starting }: Continuing): string[] {
  const named = (all: readonly { name: string; day: string }[]) =>
    joinNames(all.map(({ name, day: date }) => `${name} (${formatDate(date, "day", school)})`))
  const leaving = students.flatMap(({ name, endsOn }) => (endsOn ? [{ name, day: endsOn }] : []))
  const coming = starting.map(({ name, startsOn }) => ({ name, day: startsOn }))
  return [
    leaving.length > 0 ? `Leaves in the term: ${named(leaving)}.` : "",
    coming.length > 0
      ? `Starts in the term and doesn’t go along: ${named(coming)}. Enroll ${coming.length === 1 ? "this student" : "these students"} in the new class.`
      : "",
  ]
}

/** What the class costs in the term, after the change that was typed, and what of the turn's month is the earlier class's. */
function priceLine(actor: Actor, found: Continuing, typed: string, term: Term): string {
  const { currency } = actor.school
  const course = nextCourseOf(actor, found, term, typed)
  if (course) return nextCourseText(course, { currency, lastDay: found.lastDay })
  const after = nextPrice(found.price, typed)
  if (!after) return "No price yet."
  const text = priceText(after, currency)
  const change = found.price && after.amountMinor !== found.price.amountMinor
  const price = change ? `${priceText(found.price, currency)} → ${text}.` : `${text}.`
  const monthStart = `${monthOf(term.startsOn)}-01`
  const isShared =
    after.billing === "monthly" && found.price?.billing === "monthly" && found.lastDay >= monthStart
  return isShared
    ? `${price} The fee for ${formatDate(monthStart, "month")} stays with the earlier class.`
    : price
}

type Choice = { price: string; answerBy?: string | undefined; reason: string }
type Rolling = { term: Term; choice: Choice; taskId: string }

/** A class's price after the change that was typed; null where it has none to change. */
function nextPrice(price: Price | null, typed: string): Price | null {
  const step = typed === "" ? null : readPriceStep(typed)
  if (!step) return price
  if (!price) return "to" in step ? { billing: "per_session", amountMinor: step.to } : null
  return { ...price, amountMinor: stepPrice(price.amountMinor, step) }
}

/** What a class sold in installments costs in the term, after the change that was typed; null for any other. */
const nextCourseOf = (
  { school }: Actor,
  { prices }: Pick<Continuing, "prices">,
  term: Pick<Term, "startsOn" | "endsOn">,
  typed: string,
): NextCourse | null =>
  nextCourse(prices, term, typed === "" ? null : readPriceStep(typed), smallestAmount(school.currency))

/** Why a price can't be changed by what was typed; undefined when it can. */
function changeRefusal(actor: Actor, found: Continuing, term: Term, typed: string): string | undefined {
  const step = typed === "" ? null : readPriceStep(typed)
  if (!step) return undefined
  const priceMinor =
    nextCourseOf(actor, found, term, typed)?.before.totalMinor ?? found.price?.amountMinor ?? 0
  return isBelowZero(priceMinor, step) ? belowZeroRefusal : undefined
}

/** Ends a class before a term and makes the one of the term, with its times, price and students. All or nothing. */
function continueClass(actor: Actor, found: Continuing, rolling: Rolling): ItemOutcome {
  const { term, choice, taskId } = rolling
  return allOrNothing((): ItemOutcome => {
    const override: Override | undefined = choice.reason ? { reason: choice.reason } : undefined
    const stays = listStays(actor, { classId: found.id }, found.lastDay)
    const seated = partSeated(listSeated(actor, [found.id], addDays(found.lastDay, 1)), found, term)
    const held = seated.left.map(({ sessionId }) => ({ sessionId }))
    const classId = addNextClass(actor, found, rolling)
    const studentIds = found.students.map(({ id }) => id)
    const taken = carryLessons(actor, seated.carried, { classId, studentIds, stays })
    const isEnded =
      found.endedOn !== found.lastDay &&
      endClass(actor, found.id, { lastDay: found.lastDay, reason: `Continues in ${term.name}` }).ok
    for (const rule of found.rules) {
      const given = giveRule(actor, classId, { ...rule, endsOn: term.endsOn }, { override })
      if (!given.ok)
        return {
          ok: false,
          reason: given.reason === "clash" ? given.clashes.join(" ") : "Its teacher or room is gone.",
        }
    }
    const refusal = enrollAll(actor, classId, found, term, override)
    if (refusal) return { ok: false, reason: refusal }
    const carried = [...seatCarried(actor, classId, seated.carried), ...taken]
    if (choice.answerBy !== undefined) ask(actor, classId, found, { ...rolling, answerBy: choice.answerBy })
    recordEvent(actor, "class.roll-over", classId, {
      after: { term: term.name, from: found.id, students: found.students.length },
    })
    const { lastDay, endedOn } = found
    const before = { taskId, classId, lastDay, endedOn, isEnded, stays, seated: held, carried }
    return {
      ok: true,
      note: countOf(found.students.length, "student"),
      made: classId,
      before: before satisfies Before,
    }
  })
}

function addNextClass(actor: Actor, found: Continuing, { term, choice }: Rolling): string {
  const { name, kind, instrument, teacherId, roomId, onlineLink, capacity, taxRateId, isTaxFree } = found
  const price = nextPrice(found.price, choice.price)
  const course = nextCourseOf(actor, found, term, choice.price)
  const classId = addClass(actor, {
    name,
    kind,
    instrument,
    teacherId,
    roomId,
    onlineLink,
    capacity,
    price: price && !course ? { ...price, fromDate: term.startsOn } : null,
    continuesId: found.id,
  })
  if (found.later) setLaterTeacher(actor, classId, found.later)
  if (course) addInstallments(actor, classId, rowsOf(course))
  for (const { billing, amountMinor, fromDate, riseId = null } of found.laterPrices)
    setClassPrice(actor, classId, { billing, amountMinor, fromDate, riseId })
  copyCoTeachers(actor, found.id, classId, term.startsOn)
  copyPrerequisites(actor, found.id, classId)
  copyAnswers(actor, found.id, classId)
  copyShares(actor, found.id, classId)
  change(actor, classes, classId, { endedOn: term.endsOn, taxRateId, isTaxFree })
  return classId
}

/** What is shared with a class is shared with the one that continues it. */
function copyShares(actor: Actor, fromClassId: string, toClassId: string) {
  const shares = ownRows(actor, resourceShares, ["resourceId", "sharedBy"])
    .where(eq(resourceShares.classId, fromClassId))
    .all()
  for (const share of shares) add(actor, resourceShares, { ...share, classId: toClassId })
}

/** Enrolls everyone who continues; answers why it can't be. */
function enrollAll(
  actor: Actor,
  classId: string,
  { students }: Continuing,
  { startsOn }: Term,
  override: Override | undefined,
): string | undefined {
  const isUsual = ({ price, endsOn }: Continuing["students"][number]) => price === null && endsOn === null
  const usual = students.filter(isUsual).map(({ id }) => id)
  const wishes = [
    ...(usual.length > 0 ? [{ studentIds: usual }] : []),
    ...students
      .filter((student) => !isUsual(student))
      .map(({ id, price, endsOn }) => ({
        studentIds: [id],
        endsOn,
        ...(price ? { billing: price.billing, priceMinor: price.amountMinor } : {}),
      })),
  ]
  for (const wish of wishes) {
    const enrolled = enrollSeveral(actor, classId, {
      ...wish,
      startsOn,
      prerequisites: "known",
      ...(override ? { override } : {}),
    })
    if (enrolled.ok) continue
    if (enrolled.reason === "clash") return enrolled.clashes.join(" ")
    if (enrolled.reason === "full") return `The class has only ${countOf(enrolled.capacity, "spot")}.`
    if (enrolled.reason === "limit-reached")
      return `Your ${enrolled.planName} plan has no room for another student.`
    return "A student is no longer in the school."
  }
  // Not by `setOwnPrice`: it refuses a day after the term.
  for (const { id: studentId, laterPrices } of students)
    for (const { billing, amountMinor, fromDate } of laterPrices)
      for (const enrollmentId of idsOf(
        actor,
        enrollments,
        and(eq(enrollments.classId, classId), eq(enrollments.studentId, studentId)),
      ))
        add(actor, ownPrices, { enrollmentId, fromDate, amountMinor, billing })
  return undefined
}

function ask(
  actor: Actor,
  classId: string,
  found: Continuing,
  { term, taskId, answerBy }: Rolling & { answerBy: string },
) {
  const asked = found.students.map(({ id: studentId }) => ({
    studentId,
    id: add(actor, renewals, {
      taskId,
      classId,
      studentId,
      termName: term.name,
      startsOn: term.startsOn,
      answerBy,
    }),
  }))
  askFamilies(actor, taskId, asked)
}
