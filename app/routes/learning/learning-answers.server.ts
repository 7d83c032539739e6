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

type Asked = { actor: Actor; place: LearningArea; learner: Learner; form: FormData }

export async function answerLearning(actor: Actor, place: LearningArea, studentId: string, request: Request) {
  const learner = findLearner(actor, studentId)
  if (!learner) throw notFound()
  const form = await request.formData()
  const answer = answers.get(form.has("remove") ? "remove-piece" : String(form.get("intent")))
  if (!answer) throw notFound()
  return answer({ actor, place, learner, form })
}

type Answer = ReturnType<typeof invalid> | Promise<Response>

const answers = new Map<string, (asked: Asked) => Answer>(
  Object.entries({
    record: answerSheet,
    "add-piece": answerNewPiece,
    "save-pieces": answerPieces,
    "remove-piece": ({ actor, place, learner, form }) => {
      const removed = removePiece(actor, learner, key(form, "remove"))
      if (!removed.ok) throw notFound()
      return redirectWithToast(at(place, learner, "pieces"), `${removed.title} is off the list.`)
    },
    assign: answerTask,
    done: (asked) => answerDone(asked, true),
    undone: (asked) => answerDone(asked, false),
    withdraw: ({ actor, place, learner, form }) => {
      const taken = withdrawAssignment(actor, learner, key(form, "assignment"))
      if (!taken.ok) throw notFound()
      return redirectWithToast(at(place, learner, "tasks"), `Taken back: ${taken.task}`)
    },
    reply: answerReply,
    "write-report": answerReport,
  }),
)

const key = (form: FormData, name: string) => String(form.get(name) ?? "").slice(0, 64)
const at = (place: LearningArea, { id }: Learner, view: LearningView) => learningPath(place, id, { view })

function answerSheet({ actor, place, learner, form }: Asked) {
  const submission = readForm(form, { schema: SkillSheetForm })
  if (submission.status !== "success") return invalid(submission)
  const { said, since, stamp } = submission.value
  const recorded = recordSkills(actor, learner, new Map(Object.entries(said)), { since, stamp })
  if (!recorded.ok) {
    if (recorded.reason === "from-the-future")
      return invalid(submission, { since: "That day has not come yet." })
    const refused = invalid(
      submission,
      {
        form: `Somebody else changed ${recorded.names.join(", ")} meanwhile. What you chose is kept below; look at it and save once more.`,
      },
      409,
    )
    // what the form did not change is shown as the others left it
    const typed = refused.data.result.initialValue
    const kept = Object.entries(said).filter(([skillId]) => recorded.touched.has(skillId))
    if (typed)
      typed.said = Object.fromEntries(
        kept.map(([id, { state, comment }]) => [id, { state, comment: comment ?? "" }]),
      )
    return refused
  }
  const { changed } = recorded
  const to = learningPath(place, learner.id, { instrument: key(form, "instrument") })
  if (changed === 0) return redirectWithToast(to, "Nothing was changed.")
  return redirectWithToast(to, `${countOf(changed, "skill")} saved for ${learner.firstName}.`)
}

function answerNewPiece({ actor, place, learner, form }: Asked) {
  const submission = readForm(form, { schema: PieceForm })
  if (submission.status !== "success") return invalid(submission)
  const added = addPiece(actor, learner, submission.value)
  if (added.ok)
    return redirectWithToast(at(place, learner, "pieces"), `${submission.value.title} is on the list.`)
  return invalid(submission, {
    title:
      added.reason === "exists"
        ? `${learner.firstName} has this piece already.`
        : "The list is full. Remove a piece first.",
  })
}

function answerPieces({ actor, place, learner, form }: Asked) {
  const submission = readForm(form, { schema: PieceStatesForm })
  if (submission.status !== "success") return invalid(submission)
  const changed = changePieces(actor, learner, submission.value.states)
  return redirectWithToast(
    at(place, learner, "pieces"),
    changed === 0 ? "Nothing was changed." : `${countOf(changed, "piece")} saved.`,
  )
}

function answerTask({ actor, place, learner, form }: Asked) {
  const submission = readForm(form, { schema: AssignmentForm })
  if (submission.status !== "success") return invalid(submission)
  const { task, dueOn } = submission.value
  const given = assignTask(actor, [learner], { task, dueOn })
  if (given.ok) return redirectWithToast(at(place, learner, "tasks"), `${learner.firstName} has the task.`)
  return invalid(submission, {
    [given.reason === "due-before-today" ? "dueOn" : "task"]: assignRefusals[given.reason],
  })
}

function answerDone({ actor, place, learner, form }: Asked, isDone: boolean) {
  const set = setAssignmentDone(actor, learner, key(form, "assignment"), isDone)
  if (!set.ok) throw notFound()
  return redirectWithToast(at(place, learner, "tasks"), `${isDone ? "Done" : "Open again"}: ${set.task}`)
}

function answerReply({ actor, place, learner, form }: Asked) {
  const submission = readForm(form, { schema: ReplyForm })
  if (submission.status !== "success") return invalid(submission)
  const sent = replyToNote(actor, learner, submission.value)
  if (!sent.ok) return invalid(submission, { body: replyRefusals[sent.reason] })
  return redirectWithToast(at(place, learner, "notes"), "Reply sent. The family sees it with the lesson.")
}

function answerReport({ actor, learner, form }: Asked) {
  const submission = readForm(form, { schema: ReportForm })
  if (submission.status !== "success") return invalid(submission)
  const written = writeReport(actor, learner, submission.value)
  if (!written.ok) return invalid(submission, { fromDate: "That day has not come yet." })
  return redirectWithToast(
    paths.progressReport(written.reportId),
    "The report is written. Read it, then share it with the family.",
  )
}
