import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { SavedAnswerForm, savedAnswerFormId } from "~/components/communication/saved-answer/saved-answer-form"
import { AnswerSummary } from "~/components/form/post-form"
import type { FramedPage } from "~/components/shell/frame"
import { Link } from "~/components/ui/button"
import { requireMember } from "~/http/guards.server"
import { act, idIn, intent, intents, titles } from "~/http/intents.server"
import {
  listSavedAnswers,
  restoreAnswer,
  saveAnswer,
} from "~/models/communication/saved-answer/saved-answer.server"
import { may } from "~/models/foundation/access/permissions"
import { savedAnswerRefusals } from "~/texts/communication/refusals"
import { paths } from "~/utils/paths"
import { SavedAnswerForm as SavedAnswerSchema } from "./saved-answer-form.server"

/** The saved answers of the school and one's own. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "answers:keep")
  return { answers: listSavedAnswers(actor), mayShare: may(actor, "message:all") }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "answers:keep")
  return intents(request, paths.savedAnswers(), {
    restore: act({
      run: (form) => restoreAnswer(actor, idIn(form, "answer")),
      refusals: titles(savedAnswerRefusals),
      saved: ({ name }) => `Answer “${name}” put back.`,
    }),
    save: intent({
      schema: SavedAnswerSchema,
      run: (form) => saveAnswer(actor, form),
      refusals: savedAnswerRefusals,
      field: { "name-taken": "name", "not-yours": "whose" },
      status: 409,
      saved: (_, { name }) => `Answer “${name}” added.`,
    }),
  })
}

export const handle: FramedPage = {
  title: "Saved answers",
  column: "stack narrow",
  head: () => ({
    expression: "texts you use in messages and answers to inquiries",
    back: { to: paths.messages(), label: "Messages" },
  }),
}

export const meta: MetaFunction = () => [{ title: "Saved answers for messages · Tutti" }]

export default function SavedAnswers() {
  const { answers, mayShare } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  return (
    <>
      <AnswerSummary formId={savedAnswerFormId} result={result} />
      {answers.length === 0 ? (
        <p className="dim">No saved answers yet. Add what you write again and again.</p>
      ) : (
        <ul className="rows" aria-label="Saved answers">
          {answers.map(({ id, name, body, isShared, mayChange }) => (
            <li key={id}>
              <span>
                {name}
                <br />
                <span className="small dim">
                  {isShared ? "Everyone" : "You"} · {body.length > 100 ? `${body.slice(0, 100)}…` : body}
                </span>
              </span>{" "}
              {mayChange ? (
                <Link to={paths.keptAnswer(id)} aria-label={`Edit ${name}`}>
                  Edit
                </Link>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      <section className="section" aria-labelledby="new-answer">
        <h2 id="new-answer">New answer</h2>
        <SavedAnswerForm key={answers.length} mayShare={mayShare} result={result} />
      </section>
    </>
  )
}
