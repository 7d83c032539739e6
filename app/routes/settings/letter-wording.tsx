import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { Field, TextAreaField } from "~/components/form/field"
import { AnswerSummary, PostForm, SubmitButton } from "~/components/form/post-form"
import { type FramedPage, pageTitle } from "~/components/shell/frame"
import { LinkButton } from "~/components/ui/button"
import { MergeFields } from "~/components/ui/merge-fields"
import { notFound, requireMember } from "~/http/guards.server"
import { act, intents } from "~/http/intents.server"
import { asTyped, invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import {
  isWorded,
  letterFields,
  type WordedLetter,
  type Wording,
  type Words,
  wordingOf,
} from "~/models/foundation/outbox/wording"
import { listWords, unwordLetter, wordLetter } from "~/models/foundation/outbox/wording.server"
import { exampleValues, fieldTexts, letterTexts } from "~/texts/foundation/letters"
import { greet } from "~/utils/greeting"
import { paths } from "~/utils/paths"
import { LetterForm as LetterSchema } from "./letter-form.server"

function letterIn(key: string | undefined): WordedLetter {
  if (!key || !isWorded(key)) throw notFound()
  return key
}

const standardOf = (letter: WordedLetter): Words => {
  const { subject, body } = letterTexts[letter]
  return { subject, body }
}

/** An example: the facts of emails that were sent are for their readers. */
const previewOf = (actor: Actor, letter: WordedLetter, words: Words) => ({
  ...wordingOf(words, { ...exampleValues(letter), recipient: actor.name, school: actor.school.name }),
  greeting: greet(actor.name),
})

/** The school's own words for a letter: its subject and opening text. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  const letter = letterIn(params.letterKey)
  const own = listWords(actor).get(letter)
  const words = own ?? standardOf(letter)
  return {
    label: letterTexts[letter].label,
    about: letterTexts[letter].about,
    words,
    isOwn: own !== undefined,
    fields: letterFields(letter).map((field) => [field, fieldTexts[field]] as [string, string]),
    preview: previewOf(actor, letter, words),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  const letter = letterIn(params.letterKey)
  const list = `${paths.schoolEmails()}#letters`
  return intents(request, list, {
    standard: act({
      run: () => ({ changed: unwordLetter(actor, letter) }),
      saved: ({ changed }) =>
        changed ? `${letterTexts[letter].label} put back to the standard.` : "No changes to save.",
    }),
    else: (form: FormData, to: string) => {
      const submission = readForm(form, { schema: LetterSchema(letter) })
      if (submission.status !== "success") {
        const refused = invalid(submission)
        return data({ result: refused.data.result, preview: null }, refused.init ?? undefined)
      }
      const { intent, ...words } = submission.value
      if (intent === "preview")
        return data({ result: asTyped(submission), preview: previewOf(actor, letter, words) })
      const changed = wordLetter(actor, letter, words, standardOf(letter))
      return redirectWithToast(
        to,
        changed ? `Email “${letterTexts[letter].label}” saved.` : "No changes to save.",
      )
    },
  })
}

export const handle: FramedPage<typeof loader> = {
  title: "Text of an email",
  column: "stack narrow",
  head: ({ label, about }) => ({
    title: label,
    expression: about,
    back: { to: `${paths.schoolEmails()}#letters`, label: "Emails and notifications" },
  }),
}

export const meta = pageTitle<typeof loader>((shown) => `Email: ${shown.label}`, "Email: not found")

export default function LetterWording() {
  const { words, isOwn, fields, preview } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <AnswerSummary formId={letterFormId} result={answer?.result} />
      <LetterForm
        key={JSON.stringify(words)}
        words={words}
        fields={fields}
        isOwn={isOwn}
        result={answer?.result}
      />
      <LetterPreview {...(answer?.preview ?? preview)} />
    </>
  )
}

const letterFormId = "letter-wording"

type LetterFormProps = {
  words: { subject: string; body: string }
  fields: readonly (readonly [name: string, label: string])[]
  /** The school has its own words. */
  isOwn: boolean
  result?: SubmissionResult
}

/** The subject and opening text of a letter, with what its merge fields stand for. */
function LetterForm({ words, fields: mergeFields, isOwn, result }: LetterFormProps) {
  const [form, fields] = useForm<Record<"subject" | "body", string>>({
    id: letterFormId,
    lastResult: result,
    defaultValue: words,
  })
  return (
    <PostForm edits className="form" {...getFormProps(form)}>
      <Field meta={fields.subject} label="Subject" maxLength={150} />
      <TextAreaField
        meta={fields.body}
        label="Opening text"
        hint="What the email is about, such as lessons and amounts, follows it. A blank line begins a new paragraph."
        rows={6}
        maxLength={3000}
      />
      <MergeFields fields={mergeFields} isOpen />
      <p className="buttons">
        <SubmitButton intent="save" isMain pending="Saving…" label="Save email" />
        <SubmitButton intent="preview" variant="secondary" pending="Previewing…" label="Preview" />
        {isOwn ? (
          <SubmitButton
            intent="standard"
            variant="secondary"
            pending="Saving…"
            formNoValidate
            label="Back to the standard"
          />
        ) : null}
        <LinkButton to={`${paths.schoolEmails()}#letters`} variant="plain">
          Cancel
        </LinkButton>
      </p>
    </PostForm>
  )
}

/** How the email reads with its merge fields filled in with examples. */
function LetterPreview({ subject, greeting, opening }: Wording & { greeting: string }) {
  return (
    <section className="sheet" aria-labelledby="preview">
      <h2 id="preview">Preview</h2>
      <p className="small dim">Filled in with an example.</p>
      <p>
        <b>{subject}</b>
      </p>
      <p>{greeting}</p>
      {opening.map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two paragraphs may say the same
        <p key={index} className="whitespace-pre-line wrap-anywhere">
          {paragraph}
        </p>
      ))}
    </section>
  )
}
