import { students } from "db/schema/people"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { find, ownRows } from "~/models/foundation/access/door.server"
import { among } from "~/models/foundation/access/own.server"
import type { BulkAct } from "~/models/foundation/selection/bulk-act.server"
import type { PlannedItem } from "~/models/foundation/selection/selection"
import {
  enterPaperConsent,
  listConsentsOf,
  listGuardians,
  type PaperRefusal,
  refusalOfPaper,
  takePaperBack,
} from "~/models/people/consent/answers.server"
import { inNameOrder } from "~/models/people/name-order/name-order.server"
import { chosenKey, dayIfAny } from "~/utils/form-text"
import { fullName } from "~/utils/names"

// A consent that was signed on paper, for many students: each as it is entered for one. Where no one is named who signed, it is the
// first guardian of each, or the student where there is none. A document that asks adults is answered for who signed.

const ConsentForm = z.object({
  documentId: chosenKey.default(""),
  signedOn: dayIfAny,
  signedBy: z.string().trim().max(120).default(""),
})
type ConsentForm = z.output<typeof ConsentForm>

const Before = z.object({ answerId: z.string().nullable() })

type Student = { id: string; familyId: string; firstName: string; lastName: string }

/** Who signed for a student, and what of them it answers; no `what` where the document isn't in use. */
function paperOf(actor: Actor, { id, familyId, ...names }: Student, { documentId, signedBy }: ConsentForm) {
  const student = { id, familyId, name: fullName(names) }
  const adults = listGuardians(actor, [familyId])
  const isNamed = ({ name }: { name: string }) => name.toLowerCase() === signedBy.toLowerCase()
  const signer = adults.find(isNamed) ?? adults[0]
  const rows = listConsentsOf(actor, student).filter((row) => row.documentId === documentId)
  const row = rows.find(({ whoId }) => whoId === signer?.id) ?? rows[0]
  return { student, row, name: signedBy || (signer?.name ?? student.name) }
}

const reasons: Record<PaperRefusal, string> = {
  "not-found": "Choose a consent that is in use",
  "in-the-future": "Enter today or an earlier day",
  "before-version": "Signed before the present text was published",
  "answered-since": "Answered on that day or later",
}

/** Records a consent on paper for the students of a list. */
export const recordConsents: BulkAct<ConsentForm> = {
  permission: "student:write",
  choice: ConsentForm,
  kind: "record-consents",
  refuse: (actor, { documentId, signedOn }) => {
    const reason = signedOn ? refusalOfPaper(actor, documentId, signedOn) : "in-the-future"
    return reason && { [reason === "not-found" ? "documentId" : "signedOn"]: reasons[reason] }
  },
  plan: (actor, ids, choice) =>
    ownRows(actor, students, ["id", "familyId", "firstName", "lastName", "erasedAt"])
      .where(among(students.id, ids))
      .orderBy(...inNameOrder)
      .all()
      .map((each): PlannedItem => {
        const { student, row, name } = paperOf(actor, each, choice)
        const line = { id: student.id, name: student.name }
        if (!row || each.erasedAt !== null) return { ...line, text: reasons["not-found"], can: false }
        if (row.state === "agreed") return { ...line, text: "Has agreed already", can: false }
        const reason = refusalOfPaper(actor, choice.documentId, choice.signedOn ?? "", row.answer)
        if (reason) return { ...line, text: reasons[reason], can: false }
        return { ...line, text: [row.title, "signed by", name].join(" "), can: true }
      }),
  work: {
    about: ConsentForm,
    atMost: 10,
    carryOut: (actor, choice, { subjectId }) => {
      const found = find(actor, students, subjectId)
      if (!found || found.erasedAt !== null) return { ok: false, reason: reasons["not-found"] }
      const { student, row, name } = paperOf(actor, found, choice)
      const given = { what: row?.id ?? "", name, isAgreed: true, signedOn: choice.signedOn ?? "" }
      const entered = enterPaperConsent(actor, student, given)
      if (!entered.ok) return { ok: false, reason: reasons[entered.reason] }
      return {
        ok: true,
        note: [entered.title, "signed by", name].join(" "),
        before: { answerId: entered.answerId },
      }
    },
    undo: (actor, _choice, { before }) => {
      const { answerId } = Before.parse(before)
      if (answerId !== null && !takePaperBack(actor, answerId)) return { ok: false, reason: "Answered again" }
      return { ok: true, note: "Removed" }
    },
  },
}
