import { classes } from "db/schema/teaching"
import { renewals } from "db/schema/teaching-renewals"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change } from "~/models/foundation/access/door.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { ItemOutcome } from "~/models/foundation/task/run-task.server"
import type { Term } from "~/models/foundation/term/term.server"
import {
  addInstallments,
  belowZeroRefusal,
  isBelowZero,
  readPriceStep,
  stepPrice,
} from "~/models/teaching/price/price-step.server"
import { countOf } from "~/utils/count-of"
import { addDays } from "~/utils/dates"
import { smallestAmount } from "~/utils/smallest-amount"
import { addClass } from "../class/class.server"
import { copyCoTeachers } from "../class/co-teaching.server"
import { endClass } from "../class/end-class.server"
import { enrollSeveral } from "../class/enroll-several.server"
import { giveRule } from "../class/give-rule.server"
import { listStays } from "../class/restore-stays.server"
import { setLaterTeacher } from "../later-teacher/later-teacher.server"
import { copyPrerequisites } from "../prerequisite/prerequisite.server"
import type { Price } from "../price/price"
import type { Override } from "../session/slot.server"
import { carryLessons, partSeated, seatCarried } from "./carry-lessons.server"
import type { Continuing } from "./continuing.server"
import { type NextCourse, nextCourse, rowsOf } from "./next-course.server"
import { askFamilies } from "./renewal-mail.server"
import { holdSeated, listSeated } from "./seated-lessons.server"
import { type Before, listLapsing } from "./undo-roll-over.server"

type Choice = { price: string; answerBy?: string | undefined; reason: string }
type Rolling = { term: Term; choice: Choice; taskId: string }

/** A class's price after the change that was typed; null where it has none to change. */
export function nextPrice(price: Price | null, typed: string): Price | null {
  const step = typed === "" ? null : readPriceStep(typed)
  if (!step) return price
  if (!price) return "to" in step ? { billing: "per_session", amountMinor: step.to } : null
  return { ...price, amountMinor: stepPrice(price.amountMinor, step) }
}

/** What a class sold in installments costs in the term, after the change that was typed; null for any other. */
export const nextCourseOf = (
  { school }: Actor,
  { prices }: Pick<Continuing, "prices">,
  term: Pick<Term, "startsOn" | "endsOn">,
  typed: string,
): NextCourse | null =>
  nextCourse(prices, term, typed === "" ? null : readPriceStep(typed), smallestAmount(school.currency))

/** Why a price can't be changed by what was typed; undefined when it can. */
export function changeRefusal(
  actor: Actor,
  found: Continuing,
  term: Term,
  typed: string,
): string | undefined {
  const step = typed === "" ? null : readPriceStep(typed)
  if (!step) return undefined
  const priceMinor =
    nextCourseOf(actor, found, term, typed)?.before.totalMinor ?? found.price?.amountMinor ?? 0
  return isBelowZero(priceMinor, step) ? belowZeroRefusal : undefined
}

/** Ends a class before a term and makes the one of the term, with its times, price and students. All or nothing. */
export function continueClass(actor: Actor, found: Continuing, rolling: Rolling): ItemOutcome {
  const { term, choice, taskId } = rolling
  return allOrNothing((): ItemOutcome => {
    const override: Override | undefined = choice.reason ? { reason: choice.reason } : undefined
    const stays = listStays(actor, { classId: found.id }, found.lastDay)
    const seated = partSeated(listSeated(actor, [found.id], addDays(found.lastDay, 1)), found, term)
    const held = holdSeated(actor, seated.left)
    const lapsed = listLapsing(actor, found.id, found.lastDay)
    const classId = addNextClass(actor, found, rolling)
    const studentIds = found.students.map(({ id }) => id)
    const carried = carryLessons(actor, seated.carried, { classId, studentIds, stays })
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
    seatCarried(actor, classId, carried)
    if (choice.answerBy !== undefined) ask(actor, classId, found, { ...rolling, answerBy: choice.answerBy })
    recordEvent(actor, {
      verb: "roll-over",
      noun: "class",
      nounId: classId,
      after: { term: term.name, from: found.id, students: found.students.length },
    })
    const { lastDay, endedOn } = found
    const before = { taskId, classId, lastDay, endedOn, isEnded, stays, seated: held, carried, lapsed }
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
  copyCoTeachers(actor, found.id, classId, term.startsOn)
  copyPrerequisites(actor, found.id, classId)
  change(actor, classes, classId, { endedOn: term.endsOn, taxRateId, isTaxFree })
  return classId
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
