import { redirectAfterDeleting } from "~/http/deleted-toast.server"
import { readForm } from "~/http/read-form.server"
import { invalid, notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import {
  assignRefusals,
  assignTask,
  setAssignmentDone,
  withdrawAssignment,
} from "~/models/learning/assignment/assignment.server"
import { AssignmentForm } from "~/models/learning/assignment/assignment-form"
import { replyRefusals, replyToNote } from "~/models/learning/feedback/feedback.server"
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
import { countOf } from "~/utils/count-of"
import { paths } from "~/utils/paths"

// What the forms of the page about one student's learning do.

type LearningRequest = { actor: Actor; area: LearningArea; learner: Learner; form: FormData }

export async function answerLearning(actor: Actor, area: LearningArea, studentId: string, request: Request) {
  const learner = findLearner(actor, studentId)
  if (!learner) throw notFound()
  const form = await request.formData()
  const answer = answers.get(form.has("remove") ? "remove-piece" : String(form.get("intent")))
  if (!answer) throw notFound()
  return answer({ actor, area, learner, form })
}

type Answer = ReturnType<typeof invalid> | Promise<Response>

const answers = new Map<string, (learning: LearningRequest) => Answer>(
  Object.entries({
    record: answerSheet,
    "add-piece": answerNewPiece,
    "save-pieces": answerPieces,
    "remove-piece": ({ actor, area, learner, form }) => {
      const pieceId = idFrom(form, "remove")
      const removed = removePiece(actor, learner, pieceId)
      if (!removed.ok) throw notFound()
      return redirectAfterDeleting(at(area, learner, "pieces"), `${removed.title} removed.`, pieceId)
    },
    assign: answerTask,
    done: (learning) => answerDone(learning, true),
    undone: (learning) => answerDone(learning, false),
    withdraw: ({ actor, area, learner, form }) => {
      const taken = withdrawAssignment(actor, learner, idFrom(form, "assignment"))
      if (!taken.ok) throw notFound()
      return redirectWithToast(at(area, learner, "tasks"), `Assignment removed: ${taken.task}`)
    },
    reply: answerReply,
    "write-report": answerReport,
  }),
)

const idFrom = (form: FormData, name: string) => String(form.get(name) ?? "").slice(0, 64)
const at = (area: LearningArea, { id }: Learner, view: LearningView) => learningPath(area, id, { view })

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
        form: `Someone else changed ${recorded.names.join(", ")} in the meantime. Your choices are kept below. Check them and save again.`,
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
  const to = learningPath(area, learner.id, { instrument: idFrom(form, "instrument") })
  if (changed === 0) return redirectWithToast(to, "No changes to save.")
  return redirectWithToast(to, `${countOf(changed, "skill")} saved for ${learner.firstName}.`)
}

function answerNewPiece({ actor, area, learner, form }: LearningRequest) {
  const submission = readForm(form, { schema: PieceForm })
  if (submission.status !== "success") return invalid(submission)
  const added = addPiece(actor, learner, submission.value)
  if (added.ok) return redirectWithToast(at(area, learner, "pieces"), `${submission.value.title} added.`)
  return invalid(submission, {
    title:
      added.reason === "exists"
        ? `${learner.firstName} already has this piece.`
        : "The list is full. Remove a piece first.",
  })
}

function answerPieces({ actor, area, learner, form }: LearningRequest) {
  const submission = readForm(form, { schema: PieceStatesForm })
  if (submission.status !== "success") return invalid(submission)
  const changed = changePieces(actor, learner, submission.value.states)
  return redirectWithToast(
    at(area, learner, "pieces"),
    changed === 0 ? "No changes to save." : `${countOf(changed, "piece")} saved.`,
  )
}

function answerTask({ actor, area, learner, form }: LearningRequest) {
  const submission = readForm(form, { schema: AssignmentForm })
  if (submission.status !== "success") return invalid(submission)
  const { entryId, task, dueOn } = submission.value
  const given = assignTask(actor, [learner], { entryId, task, dueOn })
  if (given.ok) return redirectWithToast(at(area, learner, "tasks"), `Assigned to ${learner.firstName}.`)
  return invalid(submission, {
    [given.reason === "due-before-today" ? "dueOn" : "task"]: assignRefusals[given.reason],
  })
}

function answerDone({ actor, area, learner, form }: LearningRequest, isDone: boolean) {
  const set = setAssignmentDone(actor, learner, idFrom(form, "assignment"), isDone)
  if (!set.ok) throw notFound()
  return redirectWithToast(at(area, learner, "tasks"), `${isDone ? "Completed" : "Reopened"}: ${set.task}`)
}

function answerReply({ actor, area, learner, form }: LearningRequest) {
  const submission = readForm(form, { schema: ReplyForm })
  if (submission.status !== "success") return invalid(submission)
  const sent = replyToNote(actor, learner, submission.value)
  if (!sent.ok) return invalid(submission, { body: replyRefusals[sent.reason] })
  return redirectWithToast(at(area, learner, "notes"), "Reply sent to the family.")
}

function answerReport({ actor, learner, form }: LearningRequest) {
  const submission = readForm(form, { schema: ReportForm })
  if (submission.status !== "success") return invalid(submission)
  const written = writeReport(actor, learner, submission.value)
  if (!written.ok) return invalid(submission, { fromDate: "Choose today or an earlier date." })
  return redirectWithToast(
    paths.progressReport(written.reportId),
    "Report created. Review it, then share it with the family.",
  )
}
