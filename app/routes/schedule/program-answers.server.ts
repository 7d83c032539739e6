import { data } from "@remix-run/node"
import { notFound } from "~/http/guards.server"
import { act, idIn, intents } from "~/http/intents.server"
import { invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { EntryForm } from "~/models/teaching/occasion/occasion-form"
import {
  addEntry,
  changeEntry,
  type Editor,
  moveEntry,
  removeEntry,
} from "~/models/teaching/occasion/program.server"
import { occasionRefusals } from "~/texts/teaching/refusals"

// What the forms of a program do, for the office and for a teacher's own students.

/** @param to the page of the program */
export function answerProgramForm(
  actor: Actor,
  occasionId: string,
  form: FormData,
  { to, editor = {} }: { to: string; editor?: Editor },
) {
  const entryId = idIn(form, "entry")
  const move = (way: "up" | "down") =>
    act({
      run: () => {
        // The order of a program is the office's.
        if (editor.teacherId !== undefined) throw notFound()
        return moveEntry(actor, occasionId, entryId, way)
      },
      refusals,
      saved: "Program saved.",
    })
  return intents(form, to, {
    up: move("up"),
    down: move("down"),
    "remove-entry": act({
      run: () => removeEntry(actor, occasionId, entryId, editor),
      refusals,
      saved: ({ piece }) => `${piece} removed.`,
    }),
    "add-entry": () => save(form, to, (wish) => addEntry(actor, occasionId, wish, editor)),
    "change-entry": () => save(form, to, (wish) => changeEntry(actor, occasionId, entryId, wish, editor)),
  })
}

const refusals = { "is-canceled": occasionRefusals["is-canceled"] }

function save(form: FormData, to: string, command: (wish: EntryForm) => ReturnType<typeof changeEntry>) {
  const submission = readForm(form, { schema: EntryForm })
  const chosen = form.getAll("performers").map(String).slice(0, 300)
  if (submission.status !== "success") return data({ chosen, ...invalid(submission).data }, { status: 400 })
  const saved = command(submission.value)
  if (saved.ok) return redirectWithToast(to, `${submission.value.piece} saved.`)
  if (saved.reason === "not-found") throw notFound()
  const field = saved.reason === "not-invited" ? "performers" : "form"
  const messages = { [field]: occasionRefusals[saved.reason] }
  return data({ chosen, ...invalid(submission, messages).data }, { status: 409 })
}
