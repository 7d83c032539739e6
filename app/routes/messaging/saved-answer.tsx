import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { SavedAnswerForm, savedAnswerFormId } from "~/components/communication/saved-answer/saved-answer-form"
import { AnswerSummary, PostForm, SubmitRow } from "~/components/form/post-form"
import { type FramedPage, pageTitle } from "~/components/shell/frame"
import { notFound, requireMember } from "~/http/guards.server"
import { intent, intents } from "~/http/intents.server"
import { redirectWithUndo } from "~/http/toast.server"
import type { SavedAnswerFields as Fields } from "~/models/communication/saved-answer/saved-answer"
import {
  changeAnswer,
  findSavedAnswer,
  removeAnswer,
} from "~/models/communication/saved-answer/saved-answer.server"
import type { Actor } from "~/models/foundation/access/actor"
import { may } from "~/models/foundation/access/permissions"
import { savedAnswerRefusals } from "~/texts/communication/refusals"
import { paths } from "~/utils/paths"
import { SavedAnswerForm as SavedAnswerSchema } from "./saved-answer-form.server"

function answerOf(actor: Actor, answerId: string | undefined) {
  const answer = findSavedAnswer(actor, answerId ?? "")
  if (!answer?.mayChange) throw notFound()
  return answer
}

/** One saved answer, to change or remove. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "answers:keep")
  const { name, body, isShared } = answerOf(actor, params.answerId)
  const answer: Fields = { name, body, whose: isShared ? "school" : "own" }
  return { answer, mayShare: may(actor, "message:all") }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "answers:keep")
  const { id } = answerOf(actor, params.answerId)
  return intents(request, paths.savedAnswers(), {
    save: intent({
      schema: SavedAnswerSchema,
      run: (form) => changeAnswer(actor, id, form),
      refusals: savedAnswerRefusals,
      field: { "name-taken": "name", "not-yours": "whose" },
      status: 409,
      saved: ({ changed }, { name }) => (changed ? `Answer “${name}” saved.` : "No changes to save."),
    }),
    remove: (_, to) => {
      const removed = removeAnswer(actor, id)
      if (!removed.ok) throw notFound()
      return redirectWithUndo(to, `Answer “${removed.name}” removed.`, {
        to,
        fields: { intent: "restore", answer: id },
      })
    },
  })
}

export const handle: FramedPage<typeof loader> = {
  title: "Saved answer",
  column: "stack narrow",
  head: ({ answer }) => ({
    title: answer.name,
    back: { to: paths.savedAnswers(), label: "Saved answers" },
  }),
}

export const meta = pageTitle<typeof loader>(
  (data) => `Saved answer: ${data.answer.name}`,
  "Saved answer: not found",
)

export default function SavedAnswerPage() {
  const { answer, mayShare } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  return (
    <>
      <AnswerSummary formId={savedAnswerFormId} result={result} />
      <SavedAnswerForm key={JSON.stringify(answer)} answer={answer} mayShare={mayShare} result={result} />
      <PostForm>
        <SubmitRow label="Remove answer" intent="remove" variant="secondary" pending="Removing…" />
      </PostForm>
    </>
  )
}
