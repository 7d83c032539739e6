import { z } from "zod"
import { notFound, orNotFound } from "~/http/guards.server"
import { act, idIn, intents } from "~/http/intents.server"
import { invalid, type Refusable, readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import { fileRefusalStatus } from "~/models/accounts/school-file/school-file"
import type { Actor } from "~/models/foundation/access/actor"
import { type Bearer, longestNote } from "~/models/people/proof/proof"
import {
  addProof,
  declineProof,
  listCoversOf,
  listOwnBearers,
  listProofs,
  removeProof,
  saveProof,
  type Upload,
} from "~/models/people/proof/proofs.server"
import type { FileRefusal } from "~/texts/accounts/refusals"
import { answeredProof, dayNeeded, proofFileRefusals, proofMessages } from "~/texts/people/proofs"
import { hasSeveralFiles, oneFileOnly } from "~/utils/form-files"
import { chosenKey, dayIfAny, neededChoice, neededLine, textOrNull } from "~/utils/form-text"
import { localDate } from "~/utils/zones"

// The documents of one person: what their pages show, and the forms on them.

const facts = {
  validUntil: dayIfAny.transform((date) => date ?? null),
  note: textOrNull(longestNote, proofMessages.note),
}
const AddForm = z.object({ ...facts, kind: neededChoice(proofMessages.kind) })
const HandInForm = AddForm.extend({ whose: chosenKey.default("") })
const SaveForm = z.object({ ...facts, proofId: chosenKey })
const DeclineForm = z.object({
  answer: neededLine(proofMessages.answer, 200, "Keep the reason under 200 characters."),
})

function readOf(actor: Actor, bearers: readonly Bearer[], isOwn: boolean) {
  const covers = listCoversOf(actor, bearers)
  const proofs = listProofs(actor, bearers, { isOwn }).map(({ createdAt, ...proof }) => ({
    ...proof,
    on: localDate(createdAt, actor.school.timeZone),
  }))
  const kinds = new Map(covers.map(({ kindId: id, name, months }) => [id, { id, name, months }]))
  return { covers, proofs, kinds: [...kinds.values()] }
}

/** What the pages about one person's documents show. */
export const readProofs = (actor: Actor, bearer: Bearer) => readOf(actor, [bearer], false)

/** The same of the reader themself as a teacher, or of the students whom they look after or are. */
export function readOwnProofs(actor: Actor) {
  const bearers = listOwnBearers(actor)
  const { covers, proofs, kinds } = readOf(actor, bearers, true)
  const own = bearers.map((bearer) => ({
    ...bearer,
    covers: covers.filter(({ bearerId }) => bearerId === bearer.id),
    proofs: proofs.filter(({ bearerId }) => bearerId === bearer.id),
  }))
  return { own, kinds }
}

/** Answers the office's forms about the documents of one person. */
export async function answerProofs(actor: Actor, request: Request, bearer: Bearer, page: string) {
  const form = await request.formData()
  return intents(form, page, {
    add: () =>
      withUpload(form, AddForm, page, "added", ({ kind, ...given }, upload) =>
        addProof(actor, bearer, { kindId: kind, ...given }, { upload }),
      ),
    save: () =>
      withUpload(form, SaveForm, page, "saved", (given, upload) =>
        saveProof(actor, bearer, given, { upload }),
      ),
    "save-and-accept": () =>
      withUpload(form, SaveForm, page, "accepted", (given, upload) =>
        saveProof(actor, bearer, given, { upload, isAccepted: true }),
      ),
    accept: async () => {
      const proof = orNotFound(listProofs(actor, [bearer]).find(({ id }) => id === idIn(form, "proofId")))
      const { id: proofId, validUntil, note } = proof
      const saved = await saveProof(actor, bearer, { proofId, validUntil, note }, { isAccepted: true })
      if (!saved.ok && saved.reason === "not-found") throw notFound()
      const refusal = !saved.ok && saved.reason === "answered" ? answeredProof : `${dayNeeded} Press Edit.`
      return redirectWithToast(
        page,
        saved.ok ? `${proof.kindName} accepted.` : { tone: "bad", title: refusal },
      )
    },
    decline: () => {
      const submission = readForm(form, { schema: DeclineForm })
      if (submission.status !== "success") return invalid(submission)
      const done = declineProof(actor, bearer, idIn(form, "proofId"), submission.value.answer)
      if (!done.ok && done.reason === "not-found") throw notFound()
      return redirectWithToast(
        page,
        done.ok ? `${done.name} declined.` : { tone: "bad", title: answeredProof },
      )
    },
    delete: act({
      run: () => removeProof(actor, bearer, idIn(form, "proofId")),
      refusals: { answered: { title: answeredProof } },
      saved: ({ name }) => `${name} deleted.`,
    }),
  })
}

/** Answers the forms of a teacher or a family about their own documents, which wait for the office. */
export async function answerOwnProofs(actor: Actor, request: Request, page: string) {
  const form = await request.formData()
  const bearers = listOwnBearers(actor)
  return intents(form, page, {
    "hand-in": () =>
      withUpload(form, HandInForm, page, "handed in", async ({ whose, kind, ...given }, upload) => {
        const only = bearers.length === 1 ? bearers[0]?.id : undefined
        const bearer = bearers.find(({ id }) => id === (whose || only))
        if (!bearer) return { ok: false, reason: whose ? "not-found" : "needs-person" }
        return addProof(actor, bearer, { kindId: kind, ...given }, { upload, isHandedIn: true })
      }),
    withdraw: act({
      run: () => {
        const proofId = idIn(form, "proofId")
        const found = listProofs(actor, bearers, { isOwn: true }).find(({ id }) => id === proofId)
        const bearer = bearers.find(({ id }) => id === found?.bearerId)
        return bearer
          ? removeProof(actor, bearer, proofId, { isOwn: true })
          : ({ ok: false, reason: "not-found" } as const)
      },
      refusals: { answered: { title: answeredProof } },
      saved: ({ name }) => `${name} withdrawn.`,
    }),
  })
}

type Saved =
  | { ok: true; name: string }
  | {
      ok: false
      reason:
        | "not-found"
        | "needs-day"
        | "past-day"
        | "needs-person"
        | "answered"
        | "waiting"
        | `file-${FileRefusal}`
    }

async function withUpload<Schema extends z.ZodType>(
  form: FormData,
  schema: Schema,
  page: string,
  done: string,
  save: (value: z.output<Schema>, upload: Upload | undefined) => Promise<Saved>,
) {
  const file = form.get("file")
  const hasSeveral = hasSeveralFiles(form)
  form.delete("file")
  const submission = readForm(form, { schema })
  if (submission.status !== "success") return invalid(submission)
  const refuse = (at: string, says: string, status?: Parameters<typeof invalid>[2]) =>
    invalid(submission as Refusable, { [at]: says }, status)
  if (hasSeveral) return refuse("file", oneFileOnly)
  const isBrought = file instanceof File && (file.size > 0 || file.name !== "")
  const upload = isBrought ? { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) } : undefined
  const saved = await save(submission.value as z.output<Schema>, upload)
  if (saved.ok) return redirectWithToast(page, `${saved.name} ${done}.`)
  if (saved.reason === "not-found") throw notFound()
  if (saved.reason === "needs-person") return refuse("whose", proofMessages.whose)
  if (saved.reason === "answered") return refuse("form", answeredProof, 409)
  if (saved.reason === "waiting") return refuse("kind", proofMessages.waiting, 409)
  if (saved.reason === "needs-day") return refuse("validUntil", dayNeeded)
  if (saved.reason === "past-day") return refuse("validUntil", proofMessages.pastDay)
  const why = saved.reason.slice("file-".length) as FileRefusal
  return refuse("file", proofFileRefusals[why], fileRefusalStatus[why])
}
