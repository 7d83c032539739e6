import { students } from "db/schema/people"
import { inArray } from "drizzle-orm"
import { findUser } from "~/models/accounts/user/user.server"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows } from "~/models/foundation/access/door.server"
import { columns } from "~/models/foundation/access/own.server"
import { answerText } from "~/models/foundation/custom-field/custom-field"
import { listSharedWith } from "~/models/learning/resource/list-resources.server"
import { listPortalInvoices } from "~/models/money/family-invoice/portal-invoices.server"
import { listOwnConsents } from "~/models/people/consent/answers.server"
import type { PortalStudent } from "~/models/people/family-access/portal"
import { findPortal } from "~/models/people/family-access/portal.server"
import { listOwnData } from "~/models/people/own-data/changes.server"
import type { OwnFact } from "~/models/people/own-data/own-data"
import { listOwnBearers, listProofs } from "~/models/people/proof/proofs.server"
import { listClassesOfStudent } from "~/models/teaching/class/student-classes.server"
import { listCredits } from "~/models/teaching/credit/credit.server"
import { now } from "~/utils/clock.server"
import { addressText } from "~/utils/postal-address"
import { listPortalSessions } from "./portal-sessions.server"

const [firstDay, lastDay] = ["1900-01-01", "2200-12-31"]

/**
 * Everything the school keeps that the reader may see, as one object to be kept: themself, their students with lessons
 * and notes, and the invoices for who may see money. Amounts are minor units, instants ISO 8601.
 */
export function gatherOwnData(actor: Actor) {
  const { students: seen, seesMoney } = findPortal(actor)
  const subjects = listOwnData(actor)
  const bearers = listOwnBearers(actor)
  const user = actor.userId ? findUser(actor.userId) : undefined
  return {
    writtenAt: new Date(now()).toISOString(),
    school: { name: actor.school.name, timeZone: actor.school.timeZone, currency: actor.school.currency },
    you: {
      name: actor.name,
      email: user?.email ?? null,
      username: user?.username ?? null,
      timeZone: user?.timeZone ?? null,
      contact: contactIn(subjects),
    },
    students: listFacts(actor, seen).map(({ id, ...facts }) => ofStudent(actor, id, facts, seesMoney)),
    consents: listOwnConsents(actor).flatMap(({ title, whose }) =>
      whose.map(({ name, state, answer }) => ({ title, name, state, answer })),
    ),
    documents: listProofs(actor, bearers, { isOwn: true }).map(
      ({ bearerId, kindName, state, validUntil, note, fileName, answer }) => ({
        name: bearers.find(({ id }) => id === bearerId)?.name ?? "",
        ...{ document: kindName, state, validUntil, note, fileName, answer },
      }),
    ),
    details: subjects.flatMap(({ name, facts }) => {
      const answers = facts.flatMap(({ field, label, value }) =>
        field && value !== null ? [{ label, value: answerText(field, value) }] : [],
      )
      return answers.length > 0 ? [{ name, answers }] : []
    }),
    changes: subjects.flatMap(({ name, waiting }) =>
      waiting.map(({ label, after }) => ({ name, label, after, state: "asked" })),
    ),
    invoices: seesMoney ? listPortalInvoices(actor) : [],
  }
}

/** How the school reaches the reader; null for a child. */
function contactIn(subjects: ReturnType<typeof listOwnData>) {
  const facts = subjects.find(({ hasContact }) => hasContact)?.facts
  const factOf = (name: OwnFact) => facts?.find(({ fact }) => fact === name)?.value ?? null
  return facts
    ? { email: factOf("email"), phone: factOf("phone"), address: addressText(factOf("address")) }
    : null
}

function listFacts(actor: Actor, seen: readonly PortalStudent[]) {
  const rows = ownRows(actor, students, {
    ...columns(students, "id", "firstName", "lastName", "birthDate", "email", "phone"),
    ...columns(students, "status", "instrument", "level", "medicalNotes", "emergencyContact"),
  })
    .where(
      inArray(
        students.id,
        seen.map(({ id }) => id),
      ),
    )
    .all()
  const isChild = (id: string) => seen.some((student) => student.id === id && student.as === "child")
  return rows.map((row) =>
    isChild(row.id) ? { ...row, medicalNotes: undefined, emergencyContact: undefined } : row,
  )
}

function ofStudent<Facts extends { firstName: string }>(
  actor: Actor,
  id: string,
  facts: Facts,
  seesMoney: boolean,
) {
  return {
    ...facts,
    classes: listClassesOfStudent(actor, id).map(({ name, kind, teacherName, startsOn, endsOn, price }) => ({
      name,
      kind,
      teacherName,
      startsOn,
      endsOn,
      price: seesMoney ? price : undefined,
    })),
    lessons: listPortalSessions(actor, [{ id, firstName: facts.firstName }], firstDay, lastDay).map(
      ({
        className,
        teacherName,
        roomName,
        localDate,
        startTime,
        minutes,
        state,
        code,
        statusName,
        noticeText,
        sharedNote,
      }) => ({
        className,
        teacherName,
        roomName,
        localDate,
        startTime,
        minutes,
        state,
        mark: code,
        status: statusName,
        noticeText,
        sharedNote,
      }),
    ),
    makeUpCredits: listCredits(actor, { studentId: id }).map(
      ({ state, minutes, originDate, expiresOn, usedOn }) => ({
        state,
        minutes,
        originDate,
        expiresOn,
        usedOn,
      }),
    ),
    resources: listSharedWith(actor, id).map(({ title, description, url, fileName }) => ({
      title,
      description,
      url,
      fileName,
    })),
  }
}
