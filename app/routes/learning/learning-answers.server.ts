import { orNotFound } from "~/http/guards.server"
import { act, idIn, intent, intents } from "~/http/intents.server"
import { invalid, readForm } from "~/http/read-form.server"
import { deletedToast, redirectWithToast } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import {
  assignTask,
  setAssignmentDone,
  withdrawAssignment,
} from "~/models/learning/assignment/assignment.server"
import { AssignmentForm } from "~/models/learning/assignment/assignment-form"
import { replyToNote } from "~/models/learning/feedback/feedback.server"
import { ReplyForm } from "~/models/learning/feedback/reply-form"
import {
  type Learner,
  type LearningArea,
  type LearningView,
  learningPath,
} from "~/models/learning/learner/learner"
import { findLearner } from "~/models/learning/learner/learner.server"
import { PieceForm, PieceStatesForm } from "~/models/learning/repertoire/piece-form"
import { addPiece, changePieces, removePiece } from "~/models/learning/repertoire/repertoire.server"
import { writeReport } from "~/models/learning/report/report.server"
import { ReportForm } from "~/models/learning/report/report-form"
import { recordSkills } from "~/models/learning/skill/record-skills.server"
import { SkillSheetForm } from "~/models/learning/skill/skill-forms"
import { assignRefusals, replyRefusals } from "~/texts/learning/refusals"
import { countOf } from "~/utils/formats"
import { paths } from "~/utils/paths"

// What the forms of the page about one student's learning do.

type LearningRequest = { actor: Actor; area: LearningArea; learner: Learner; form: FormData }

export async function answerLearning(actor: Actor, area: LearningArea, studentId: string, request: Request) {
  const learner = orNotFound(findLearner(actor, studentId))
  const form = await request.formData()
  if (form.has("remove")) form.set("intent", "remove-piece")
  const at = (view: LearningView) => learningPath(area, learner.id, { view })
  const done = (isDone: boolean) =>
    act({
      run: () => setAssignmentDone(actor, learner, idIn(form, "assignment"), isDone),
      refusals: { missing: 404 },
      saved: ({ task }) => `${isDone ? "Completed" : "Reopened"}: ${task}`,
      to: at("tasks"),
    })
  return intents(form, at("skills"), {
    record: () => answerSheet({ actor, area, learner, form }),
    "add-piece": intent({
      schema: PieceForm,
      run: (piece) => addPiece(actor, learner, piece),
      field: "title",
      refusals: {
        exists: `${learner.firstName} already has this piece.`,
        "too-many": "The list is full. Remove a piece first.",
      },
      saved: (_, { title }) => `${title} added.`,
      to: at("pieces"),
    }),
    "save-pieces": intent({
      schema: PieceStatesForm,
      run: ({ states }) => ({ changed: changePieces(actor, learner, states) }),
      saved: ({ changed }) => (changed === 0 ? "No changes to save." : `${countOf(changed, "piece")} saved.`),
      to: at("pieces"),
    }),
    "remove-piece": act({
      run: () => removePiece(actor, learner, idIn(form, "remove")),
      refusals: { missing: 404 },
      saved: ({ title }) => deletedToast(at("pieces"), `${title} removed.`, idIn(form, "remove")),
      to: at("pieces"),
    }),
    assign: intent({
      schema: AssignmentForm,
      run: ({ entryId, task, dueOn }) => assignTask(actor, [learner], { entryId, task, dueOn }),
      field: { "due-before-today": "dueOn", "too-many": "task", nobody: "task" },
      refusals: assignRefusals,
      saved: `Assigned to ${learner.firstName}.`,
      to: at("tasks"),
    }),
    done: done(true),
    undone: done(false),
    withdraw: act({
      run: () => withdrawAssignment(actor, learner, idIn(form, "assignment")),
      refusals: { missing: 404 },
      saved: ({ task }) => `Assignment removed: ${task}`,
      to: at("tasks"),
    }),
    reply: intent({
      schema: ReplyForm,
      run: (reply) => replyToNote(actor, learner, reply),
      field: "body",
      refusals: replyRefusals,
      saved: "Reply sent to the family.",
      to: at("notes"),
    }),
    "write-report": intent({
      schema: ReportForm,
      run: (report) => writeReport(actor, learner, report),
      field: "fromDate",
      refusals: { "from-the-future": "Choose today or an earlier date." },
      saved: "Report created. Review it, then share it with the family.",
      to: ({ reportId }) => paths.progressReport(reportId),
    }),
  })
}

function answerSheet({ actor, area, learner, form }: LearningRequest) {
  const submission = readForm(form, { schema: SkillSheetForm })
  if (submission.status !== "success") return invalid(submission)
  const { said: states, since, stamp } = submission.value
  const recorded = recordSkills(actor, learner, new Map(Object.entries(states)), { since, stamp })
  if (!recorded.ok) {
    if (recorded.reason === "from-the-future")
      return invalid(submission, { since: "Choose today or an earlier date." })
    const refused = invalid(
      submission,
      {
        form: `Someone else changed ${recorded.names.join(", ")}. Your choices are kept below. Check them and save again.`,
      },
      409,
    )
    // fields the form didn't change show their current values
    const typed = refused.data.result.initialValue
    const recordedSkills = Object.entries(states).filter(([skillId]) => recorded.touched.has(skillId))
    if (typed)
      typed.said = Object.fromEntries(
        recordedSkills.map(([id, { state, comment }]) => [id, { state, comment: comment ?? "" }]),
      )
    return refused
  }
  const { changed } = recorded
  const to = learningPath(area, learner.id, { instrument: idIn(form, "instrument") })
  if (changed === 0) return redirectWithToast(to, "No changes to save.")
  return redirectWithToast(to, `${countOf(changed, "skill")} saved for ${learner.firstName}.`)
}
