import { transact } from "db/client.server"
import { students } from "db/schema/people"
import { and, eq, ne } from "drizzle-orm"
import { countsTowardPlan, type LimitUsage, seatsLeft } from "~/models/accounts/subscription/plan-usage"
import { findPlanUsage } from "~/models/accounts/subscription/plan-usage.server"
import type { Actor } from "~/models/foundation/access/actor"
import { hasRow } from "~/models/foundation/access/door.server"
import { saveAnswers } from "~/models/foundation/custom-field/answers.server"
import type { CustomAnswers } from "~/models/foundation/custom-field/custom-field"
import { todayOf } from "~/utils/clock.server"
import { addFamily, findFamiliesByGuardianEmail } from "../family/family.server"
import { takesStudents } from "../family/merged-family.server"
import { saveInstruments } from "./instruments.server"
import { listNamesakes } from "./namesakes.server"
import { addStudent } from "./student.server"
import type { StudentForm } from "./student-form"

/** Who this may be already: students of that name, families in which an adult has that address. */
export type PossibleDuplicates = {
  students: ReturnType<typeof listNamesakes>
  families: { id: string; name: string; email: string }[]
}

type Admitted =
  | { ok: true; studentId: string }
  | { ok: false; reason: "limit-reached"; planName: string; places: LimitUsage }
  | { ok: false; reason: "looks-known"; known: PossibleDuplicates }
  | { ok: false; reason: "no-family" | "code-taken" }

/**
 * Writes a new student down, with a new family and its adults or in a family the school has. Refused when the plan has
 * no place left, when the student ID is another's, and, unless `anyway`, when the school seems to know the person: a form
 * sent twice adds one.
 */
export function admitStudent(
  actor: Actor,
  form: StudentForm,
  { anyway = false, answers }: { anyway?: boolean; answers?: CustomAnswers } = {},
): Admitted {
  return transact((): Admitted => {
    const { family, guardians, instruments, familySearch: _, ...facts } = form
    if (family !== "new" && !takesStudents(actor, family)) return { ok: false, reason: "no-family" }
    if (facts.code && isCodeTaken(actor, facts.code)) return { ok: false, reason: "code-taken" }
    const known = findDuplicates(actor, form)
    if (!anyway && known.students.length + known.families.length > 0)
      return { ok: false, reason: "looks-known", known }
    const { planName, students: places } = findPlanUsage(actor)
    if (countsTowardPlan(facts.status) && seatsLeft(places) < 1)
      return { ok: false, reason: "limit-reached", planName, places }

    const familyId =
      family === "new"
        ? addFamily(actor, { name: `${facts.lastName || facts.firstName} family`, guardians }).familyId
        : family
    const fromDate = todayOf(actor)
    const added = addStudent(actor, { ...facts, familyId, fromDate })
    if (!added.ok) return added
    const { studentId } = added
    saveInstruments(actor, studentId, instruments)
    if (answers) saveAnswers(actor, { noun: "student", subjectId: studentId }, answers)
    return added
  })
}

function findDuplicates(actor: Actor, { family, guardians, ...facts }: StudentForm): PossibleDuplicates {
  const emails = family === "new" ? guardians.flatMap(({ email }) => email ?? []) : []
  return {
    students: listNamesakes(actor, facts),
    families: [...new Set(emails)].flatMap((email) =>
      findFamiliesByGuardianEmail(actor, email).map((found) => ({ ...found, email })),
    ),
  }
}

/** Whether a student ID is in use by someone else. */
export function isCodeTaken(actor: Actor, code: string, exceptId = ""): boolean {
  return hasRow(actor, students, and(eq(students.code, code), ne(students.id, exceptId)))
}
