import { data, redirect } from "@remix-run/node"
import { notFound } from "~/http/guards.server"
import { answerSearch } from "~/http/inner-search.server"
import { invalid, readForm } from "~/http/read-form.server"
import { offerImportTeachers } from "~/models/exchange/roster-import/column-view.server"
import { choicesOf, columnsForm, TypedTeachers } from "~/models/exchange/roster-import/columns-form"
import { readImportInTurns, setMapping } from "~/models/exchange/roster-import/roster-import.server"
import type { Actor } from "~/models/foundation/access/actor"
import { asksForNames } from "~/models/foundation/name-search/name-search"
import { todayOf } from "~/utils/clock.server"
import { paths } from "~/utils/paths"

/** Handles the columns step: looks for teachers by name, or keeps what is chosen and goes on to the check. */
export async function chooseColumns(actor: Actor, importId: string, form: FormData) {
  const day = todayOf(actor)
  const roster = await readImportInTurns(actor, importId)
  if (!roster) throw notFound()
  const submission = readForm(form, { schema: columnsForm(roster.headers.length, day) })
  const typed = TypedTeachers.parse(submission.payload)
  const teachers = offerImportTeachers(actor, typed, form)
  if (asksForNames(form)) return answerSearch(form, submission, { teachers })
  if (submission.status !== "success")
    return data({ result: invalid(submission).data.result, teachers }, { status: 400 })
  const { mapping, options } = choicesOf(submission.value)
  const result = setMapping(actor, importId, mapping, options)
  if (result.ok) return redirect(paths.import(importId, "check"), 303)
  if (result.reason === "mapping")
    return data(
      { result: invalid(submission, { form: result.messages.join(" ") }).data.result, teachers },
      { status: 400 },
    )
  return redirect(paths.import(roster.id), 303)
}
