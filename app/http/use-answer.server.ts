import { data } from "@remix-run/node"
import type { z } from "zod"
import type { AnswerValues } from "~/models/communication/saved-answer/saved-answer"
import {
  filledIn,
  findSavedAnswer,
  listSavedAnswers,
} from "~/models/communication/saved-answer/saved-answer.server"
import type { Actor } from "~/models/foundation/access/actor"
import { may } from "~/models/foundation/access/permissions"
import { newId } from "~/utils/ids.server"
import { isReturnedForm } from "~/utils/returned-form.server"
import { idIn } from "./intents.server"
import { readForm } from "./read-form.server"
import { asTyped, invalid } from "./responses.server"

/** The saved answers to choose from by title; null for who writes as a family. */
export const answersFor = (actor: Actor) =>
  may(actor, "answers:keep") ? listSavedAnswers(actor).map(({ id, name }) => ({ id, name })) : null

/** Why a form isn't sent in which an answer was chosen and not used: without its text it would say less than meant. */
export const unusedAnswer = (form: FormData): { savedAnswer: string } | undefined =>
  !isSentTwice(form) && idIn(form, "savedAnswer") === ""
    ? undefined
    : { savedAnswer: "Press “Use answer” to put this one in, or choose none." }

const isSentTwice = (form: FormData) => form.getAll("savedAnswer").length > 1

/** Shows a form again with a saved answer below what was typed in it; one that can't be used is named beside its field. */
export function withAnswer(actor: Actor, form: FormData, schema: z.ZodType, reader: () => AnswerValues) {
  const file = form.get("file")
  const hadFile = file instanceof File && file.size > 0
  form.delete("file")
  const added = { title: undefined, usedKey: newId(), hadFile }
  // A form that comes back after logging in says so, like any other.
  if (isReturnedForm()) {
    const refused = invalid(readForm(form, { schema }))
    return data({ result: refused.data.result, ...added }, 400)
  }
  const answer = isSentTwice(form) ? undefined : findSavedAnswer(actor, idIn(form, "savedAnswer"))
  const typed = String(form.get("body") ?? "")
  if (answer) {
    form.set("body", [typed.trimEnd(), filledIn(answer, reader())].filter(Boolean).join("\n\n"))
    form.delete("savedAnswer")
  }
  const result = asTyped(readForm(form, { schema }))
  if (answer) return data({ result, ...added })
  const error = { savedAnswer: ["Choose an answer from the list."] }
  return data({ result: { ...result, status: "error" as const, error }, ...added }, 400)
}
