import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { unlessUnreachable } from "~/components/attendance/register/offline-registers"
import { AnswerSummary } from "~/components/form/post-form"
import { ProgressView } from "~/components/learning/progress/progress-view"
import { NotLinked } from "~/components/overview/family-area/not-linked"
import { PracticeTabs } from "~/components/overview/family-area/practice-tabs"
import type { FramedPage } from "~/components/shell/frame"
import { keepUnsent } from "~/components/shell/unsent/kept-forms"
import { requireMember } from "~/http/guards.server"
import { act, idIn, intent, intents } from "~/http/intents.server"
import { deletedToast } from "~/http/toast.server"
import { listAssignments, setAssignmentDone } from "~/models/learning/assignment/assignment.server"
import { findPractice, logPractice, removePractice } from "~/models/learning/practice/practice.server"
import { PracticeForm } from "~/models/learning/practice/practice-form"
import { listPieces } from "~/models/learning/repertoire/repertoire.server"
import { findSkillSheets } from "~/models/learning/skill/skill-sheet.server"
import { practiceRefusals } from "~/texts/learning/refusals"
import { todayOf } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { paths } from "~/utils/paths"
import { readChild, requireChild } from "./portal-child.server"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "portal:read")
  const { learner, ...family } = readChild(actor, request)
  return {
    ...family,
    day: todayOf(actor),
    entryId: newId(),
    child: learner
      ? {
          learner,
          sheets: findSkillSheets(actor, learner),
          pieces: listPieces(actor, learner),
          practice: findPractice(actor, learner),
          tasks: listAssignments(actor, learner, { doneLimit: 10 }),
        }
      : null,
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "portal:write")
  const learner = requireChild(actor, request)
  const to = paths.studentProgress({ child: learner.id })
  const done = (isDone: boolean) =>
    act({
      run: (form) => setAssignmentDone(actor, learner, idIn(form, "assignment"), isDone),
      refusals: { missing: 404 },
      saved: ({ task }) => `${isDone ? "Marked as done" : "Reopened"}: ${task}`,
    })
  return intents(request, to, {
    practice: intent({
      schema: PracticeForm,
      run: (practice) => logPractice(actor, learner, practice),
      field: { "too-much": "minutes", "too-old": "day", "from-the-future": "day" },
      refusals: practiceRefusals,
      saved: "Practice logged.",
    }),
    "remove-practice": act({
      run: (form) => removePractice(actor, learner, idIn(form, "entry")),
      refusals: { missing: 404 },
      saved: (_, form) => deletedToast(to, "Practice entry removed.", idIn(form, "entry")),
    }),
    done: done(true),
    undone: done(false),
  })
}

export const handle: FramedPage<typeof loader> = {
  title: "Progress",
  column: "form narrow",
  head: ({ child, isSelf }) => (child && !isSelf ? { title: `${child.learner.firstName}’s progress` } : {}),
}

/** Without a connection what is written waits on the device. */
export const clientAction = keepUnsent((intent) => (intent === "practice" ? "Practice" : undefined))

export const shouldRevalidate = unlessUnreachable

export const meta: MetaFunction = () => [{ title: "Progress · Tutti" }]

export default function StudentProgress() {
  const { students, child, day, entryId } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  return (
    <>
      <AnswerSummary formId="practice" result={result} />
      <PracticeTabs current="progress" family={students} child={child?.learner.id} />
      {child ? (
        <ProgressView key={child.learner.id} {...child} day={day} entryId={entryId} result={result} />
      ) : (
        <NotLinked />
      )}
    </>
  )
}
