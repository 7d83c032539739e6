import { getFormProps, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { Field, TextAreaField } from "~/components/form/field"
import { ErrorSummary, PostForm, SubmitButton } from "~/components/form/post-form"
import { framed } from "~/components/shell/frame"
import { Button, LinkButton } from "~/components/ui/button"
import { DataTable } from "~/components/ui/data-table"
import { requireStaff } from "~/http/guards.server"
import { act, idIn, intent, intents } from "~/http/intents.server"
import {
  listSavedAnswers,
  removeAnswer,
  saveAnswer,
} from "~/models/platform/saved-answer/saved-answer.server"
import { longestAnswer } from "~/models/platform/support-desk/desk"
import { SavedAnswerForm } from "~/models/platform/support-desk/desk-forms"
import { paths } from "~/utils/paths"

/** Answers that staff use again: listed, added, changed and removed. */
export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "desk:read")
  const answers = listSavedAnswers(staff)
  const edit = new URL(request.url).searchParams.get("edit")
  return { answers, editing: answers.find(({ id }) => id === edit) ?? null }
}

export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request, "desk:answer")
  return intents(request, paths.staffSavedAnswers(), {
    remove: act({ run: (form) => removeAnswer(staff, idIn(form, "answerId")), saved: "Answer removed." }),
    else: intent({
      schema: SavedAnswerForm,
      run: (answer, form) => saveAnswer(staff, answer, idIn(form, "answerId") || undefined),
      field: "title",
      status: 409,
      refusals: { ...refusals, missing: 404 },
      saved: "Answer saved.",
    }),
  })
}

const refusals = {
  "same-title": "Another saved answer has this title.",
  "too-many": "There are 200 saved answers. Remove one first.",
}

export const { handle, meta } = framed({
  title: "Saved answers",
  head: () => ({ back: { to: paths.desk(), label: "Support" } }),
})

export default function SavedAnswers() {
  const { answers, editing } = useLoaderData<typeof loader>()
  const [form, fields] = useForm<{ title: string; content: string }>({
    id: `answer-${editing?.id ?? "new"}`,
    lastResult: useActionData<typeof action>()?.result,
    defaultValue: editing ?? undefined,
  })
  return (
    <>
      <ErrorSummary form={form} />
      <DataTable
        caption="Saved answers"
        rows={answers}
        empty="No saved answers yet. Add what you write often."
        middle
        columns={[
          { label: "Title", cell: ({ title }) => title },
          {
            label: "Answer",
            cell: ({ content }) => (
              <span className="wrap-anywhere">
                {content.length > 160 ? `${content.slice(0, 160)}…` : content}
              </span>
            ),
          },
          {
            label: "Actions",
            action: true,
            cell: ({ id, title }) => (
              <PostForm className="buttons" sends={{ answerId: id }}>
                <LinkButton to={paths.staffSavedAnswers({ edit: id })} aria-label={`Edit: ${title}`}>
                  Edit
                </LinkButton>
                <Button intent="remove" variant="danger" aria-label={`Remove: ${title}`}>
                  Remove
                </Button>
              </PostForm>
            ),
          },
        ]}
      />
      <section className="section" aria-labelledby="saved-title">
        <h2 id="saved-title">{editing ? "Edit answer" : "Add an answer"}</h2>
        <PostForm
          edits={editing !== undefined}
          className="form"
          key={editing?.id ?? answers.length}
          {...getFormProps(form)}
          sends={{ answerId: editing?.id ?? "" }}
        >
          <Field meta={fields.title} label="Title" maxLength={80} autoComplete="off" />
          <TextAreaField meta={fields.content} label="Answer" rows={6} maxLength={longestAnswer} />
          <p className="buttons">
            <SubmitButton intent="save" pending="Saving…" label="Save answer" />
            {editing ? <LinkButton to={paths.staffSavedAnswers()}>Cancel</LinkButton> : null}
          </p>
        </PostForm>
      </section>
    </>
  )
}
