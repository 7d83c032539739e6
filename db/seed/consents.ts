import { consentAnswers } from "db/schema/people-consents"
import { proofs } from "db/schema/people-proofs"
import type { Actor } from "~/models/foundation/access/actor"
import { add } from "~/models/foundation/access/door.server"
import { listAsked } from "~/models/people/consent/answers.server"
import { addDocument, listDocuments } from "~/models/people/consent/documents.server"
import { addKind } from "~/models/people/proof/kinds.server"
import { proofAudiences } from "~/models/people/proof/proof"
import { listCovered } from "~/models/people/proof/proofs.server"
import { loginConsentText } from "~/texts/people/consents"
import { todayOf } from "~/utils/clock.server"
import { addDays, addMonths } from "~/utils/dates"

const policy = `# Lessons
Lessons are held during the school year. Bring your books and a pencil.

# Absences
- Tell us at least 24 hours ahead, and you get a make-up credit.
- We make up every lesson that we cancel.

# Payments
Invoices are due within 14 days.`

const photos = `# Pictures and videos
We take pictures and videos at recitals and sometimes in lessons.

# Where we show them
- On our website
- In our printed programs

You can change your answer at any time.`

/** What the school asks its families to agree to, with the answers of some. */
export function seedConsents(actor: Actor) {
  addDocument(actor, {
    ...{ title: "Studio policy", kind: "policy", per: "adult", atEnrollment: "must" },
    ...{ body: policy, asksAgain: false },
  })
  addDocument(actor, {
    ...{ title: "Photos and videos", kind: "photo", per: "student", atEnrollment: "ask" },
    ...{ body: photos, asksAgain: false },
  })
  addDocument(actor, {
    ...{ title: "A child’s own login", kind: "data", per: "student", atEnrollment: "no" },
    ...{ body: loginConsentText.trim(), asksAgain: false, isForLogins: true },
  })
  for (const { versionId, per, isForLogins } of listDocuments(actor))
    for (const [index, { id, as, name }] of listAsked(actor, per).entries())
      if (isForLogins || index % 4 !== 3)
        add(actor, consentAnswers, {
          ...{ versionId, name, isAgreed: per === "adult" || isForLogins || index % 4 !== 1 },
          ...(as === "student" ? { studentId: id } : { guardianId: id }),
        })
}

/** Documents that the school requires, with some that are missing, expire or wait for a check. */
export function seedProofs(actor: Actor) {
  const today = todayOf(actor)
  const ofTeachers = [addMonths(today, 14), addDays(today, 12), addDays(today, -20), undefined]
  const kinds = [
    { name: "Background check", audience: "teacher", months: 24, remindDays: 30 },
    { name: "Liability insurance", audience: "teacher", months: 12, remindDays: 60 },
    { name: "Permission for outings", audience: "student", months: 12, remindDays: 30 },
  ] as const
  for (const kind of kinds) addKind(actor, kind)
  for (const [index, { noun, id, kind }] of listCovered(actor, proofAudiences).entries()) {
    const isOfTeacher = noun === "teacher"
    const validUntil = isOfTeacher
      ? ofTeachers[index % 4]
      : index % 20 === 0
        ? undefined
        : addMonths(today, 1 + (index % 11))
    const state = index % 20 === 4 ? "asked" : "valid"
    const whose = isOfTeacher ? { teacherId: id } : { studentId: id }
    if (validUntil) add(actor, proofs, { kindId: kind.id, ...whose, validUntil, state })
  }
}
