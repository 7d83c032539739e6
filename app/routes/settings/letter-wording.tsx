import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { LetterForm, LetterPreview, letterFormId } from "~/components/accounts/settings/letter-form"
import { AnswerSummary } from "~/components/form/answer-summary"
import { type FramedPage, pageTitle } from "~/components/shell/frame"
import { requireMember } from "~/http/guards.server"
import { act, intents } from "~/http/intents.server"
import { readForm } from "~/http/read-form.server"
import { asTyped, invalid, notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import {
  isWorded,
  letterFields,
  type WordedLetter,
  type Words,
  wordingOf,
} from "~/models/foundation/outbox/wording"
import { listWords, unwordLetter, wordLetter } from "~/models/foundation/outbox/wording.server"
import { exampleValues, fieldTexts, letterTexts } from "~/texts/foundation/letters"
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
const previewOf = (actor: Actor, letter: WordedLetter, words: Words) =>
  wordingOf(words, { ...exampleValues(letter), recipient: actor.name, school: actor.school.name })

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
