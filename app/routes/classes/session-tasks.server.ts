import { notFound, orNotFound } from "~/http/guards.server"
import { invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast, redirectWithUndo } from "~/http/toast.server"
import type { RegisterView } from "~/models/attendance/register/register-view"
import type { Actor } from "~/models/foundation/access/actor"
import { may } from "~/models/foundation/access/permissions"
import { assignTask, withdrawAssignment } from "~/models/learning/assignment/assignment.server"
import { AssignmentForm } from "~/models/learning/assignment/assignment-form"
import { findLearner } from "~/models/learning/learner/learner.server"
import { skillStateLabels } from "~/models/learning/skill/skill"
import { SkillStepForm } from "~/models/learning/skill/skill-forms"
import { stepSkill } from "~/models/learning/skill/step-skill.server"
import { assignRefusals } from "~/texts/learning/refusals"
import { countOf } from "~/utils/formats"
import { paths } from "~/utils/paths"

type Lesson = Pick<RegisterView, "session" | "rows">

/** Assigns a task to all students of a session, or to one of them. */
export function answerSessionTask(actor: Actor, { session, rows }: Lesson, form: FormData) {
  const submission = readForm(form, { schema: AssignmentForm })
  if (submission.status !== "success") return invalid(submission)
  const { entryId, whom, task, dueOn } = submission.value
  const chosen = rows.filter(({ studentId }) => whom === "everybody" || studentId === whom)
  const given = assignTask(
    actor,
    chosen.map(({ studentId }) => ({ id: studentId })),
    { entryId, task, dueOn, sessionId: session.id },
  )
  if (!given.ok) {
    const field = given.reason === "due-before-today" ? "dueOn" : given.reason === "nobody" ? "whom" : "task"
    return invalid(submission, { [field]: assignRefusals[given.reason] })
  }
  const [only] = chosen
  return redirectWithToast(
    `${paths.session(session.id)}#tasks`,
    `Assigned to ${chosen.length === 1 && only ? only.name : countOf(chosen.length, "student")}.`,
  )
}

/** Takes a task of a session back from one student. */
export function answerTakenBack(actor: Actor, { session }: Lesson, form: FormData) {
  const idFrom = (name: string) => String(form.get(name) ?? "").slice(0, 64)
  const taken = withdrawAssignment(actor, { id: idFrom("student") }, idFrom("assignment"), session.id)
  if (!taken.ok) throw notFound()
  return redirectWithToast(`${paths.session(session.id)}#tasks`, `Assignment removed: ${taken.task}`)
}

/** A teacher, of their own students, and whoever may change students. */
export const maySayHowFar = (actor: Actor) => actor.role === "teacher" || may(actor, "student:write")

/** Moves what a student of the lesson works on by one step; the message beside it takes it back. */
export function answerSkillStep(actor: Actor, { session, rows }: Lesson, form: FormData) {
  const back = `${paths.session(session.id)}#skills`
  const submission = readForm(form, { schema: SkillStepForm })
  const unchanged = (text: string) =>
    redirectWithToast(back, { title: "The skill wasn’t changed.", text, tone: "bad" })
  if (submission.status !== "success") return unchanged("Reload the page, then try again.")
  const { student, skill: skillId, from, to } = submission.value
  if (!maySayHowFar(actor)) throw notFound()
  const learner = orNotFound(
    rows.some(({ studentId }) => studentId === student) ? findLearner(actor, student) : undefined,
  )
  const stepped = stepSkill(actor, learner, { skillId, from, to })
  if (!stepped.ok && stepped.reason === "skill-unknown") throw notFound()
  if (!stepped.ok) return unchanged("Someone else changed it.")
  const { word } = skillStateLabels[to]
  return redirectWithUndo(back, `${learner.firstName}: ${stepped.name} is now ${word.toLowerCase()}.`, {
    to: paths.session(session.id),
    fields: { intent: "skill", student, skill: skillId, from: to, to: from },
  })
}
