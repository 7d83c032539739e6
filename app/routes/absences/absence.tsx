import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node"
import { type ShouldRevalidateFunctionArgs, useActionData, useLoaderData } from "@remix-run/react"
import { ArrangeForm as ArrangeLessons } from "~/components/attendance/absence/arrange-form"
import { DraftLine, SaveDraft } from "~/components/attendance/absence/draft-line"
import { WhoAndWhen } from "~/components/attendance/absence/who-and-when"
import { ActButton } from "~/components/form/post-form"
import { Callout } from "~/components/ui/callout"
import { EmptyState } from "~/components/ui/data-table"
import { PageHead } from "~/components/ui/page-head"
import { Status } from "~/components/ui/status"
import { notFound, orNotFound, requireMember } from "~/http/guards.server"
import { idIn, intents } from "~/http/intents.server"
import { invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast, redirectWithUndo } from "~/http/toast.server"
import { type Choices, noSubstitute } from "~/models/attendance/absence/absence"
import { AbsenceForm, ArrangeForm, choicesOf, DraftChoices } from "~/models/attendance/absence/absence-form"
import {
  type AbsencePage,
  chooseForDay,
  findAbsencePage,
} from "~/models/attendance/absence/absence-page.server"
import { arrangeAbsence } from "~/models/attendance/absence/arrange-absence.server"
import { listMovedWithout } from "~/models/attendance/absence/moved-without"
import { undoArrangement } from "~/models/attendance/absence/undo-arrangement.server"
import type { Actor } from "~/models/foundation/access/actor"
import { listTeachers } from "~/models/people/teacher/teacher.server"
import { slotValue } from "~/models/teaching/session/clash"
import { movedWithoutText } from "~/models/teaching/session/left-out"
import { discardDraft, findDraft, saveDraft } from "~/models/teaching/teacher-time/arrangement-draft.server"
import {
  changeTimeOff,
  findTimeOff,
  removeTimeOff,
  restoreTimeOff,
} from "~/models/teaching/teacher-time/time-off.server"
import { arrangeRefusals } from "~/texts/attendance/refusals"
import { emailText } from "~/texts/foundation/leaving"
import { type TimeOffRefusal, timeOffRefusals } from "~/texts/teaching/refusals"
import { visibleLength } from "~/utils/form-text"
import { countOf } from "~/utils/formats"
import { newId } from "~/utils/ids.server"
import { intentOf } from "~/utils/intent"
import { paths } from "~/utils/paths"
import { formatInstant } from "~/utils/zones"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "schedule:write")
  const { page, draft, problems } = openDraft(actor, params.absenceId ?? "")
  if (!page) throw notFound()
  return { page, draft, problems, formKey: newId(), isSolo: actor.school.kind === "solo" }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "schedule:write")
  const absenceId = params.absenceId ?? ""
  return intents(request, paths.absence(absenceId), {
    undo: (form) => undo(actor, absenceId, idIn(form, "arrangement")),
    remove: () => removeAbsence(actor, absenceId),
    restore: () => restoreAbsence(actor, absenceId),
    change: (form) => changeAbsence(actor, absenceId, form),
    "discard-draft": () => dropDraft(actor, absenceId),
    draft: (form) => answerChoices(actor, absenceId, form, "draft"),
    arrange: (form) => answerChoices(actor, absenceId, form, "arrange"),
    else: (form) => answerChoices(actor, absenceId, form),
  })
}

function answerChoices(actor: Actor, absenceId: string, form: FormData, by?: "draft" | "arrange") {
  const submission = readForm(form, { schema: ArrangeForm })
  const value = submission.status === "success" ? submission.value : undefined
  const pageWith = (choices?: Choices) =>
    findAbsencePage(actor, absenceId, choices, value?.hoursReason, by === "arrange")
  const page = orNotFound(pageWith(value && choicesOf(value)))
  if (!value) {
    const { "": whole, ...fields } = submission.reply().error ?? {}
    return shown(page, { status: 400, problems: problemsOf(fields), refusal: whole?.join(" ") })
  }
  const { formKey, hoursReason } = value
  const all = form.get("all")
  // The button first: it may be what settles a time that isn't free anymore.
  const chosen = orNotFound(typeof all === "string" ? pageWith(chooseForDay(page, all)) : page)
  const notOffered = findNotOffered(actor, chosen)
  if (notOffered) return shown(chosen, { status: 400, formKey, problems: notOffered })
  if (by === "draft" && chosen.days.length === 0)
    return redirectWithToast(paths.absence(absenceId), {
      title: "These lessons are arranged already.",
      tone: "bad",
    })
  if (by === "draft") return keepDraft(actor, absenceId, { choices: chosen.choices, hoursReason })
  if (chosen !== page) return shown(chosen, {})
  if (by !== "arrange") return shown(page, { formKey })
  if (value.seen !== page.seen) return shown(page, { status: 409, formKey, isToCheck: true })
  const unreasoned = findHoursProblem(page)
  if (unreasoned) return shown(page, { status: 400, formKey, problems: unreasoned })
  const arranged = arrangeAbsence(actor, absenceId, { choices: page.choices, formKey, hoursReason })
  if (arranged.ok) return answerArranged(absenceId, arranged, page)
  if (arranged.reason === "not-found") throw notFound()
  if (arranged.reason === "not-free") return shown(page, { status: 409, formKey, problems: arranged.reasons })
  return shown(page, { status: 409, formKey, refusal: arrangeRefusals[arranged.reason] })
}

function answerArranged(
  absenceId: string,
  arranged: Extract<ReturnType<typeof arrangeAbsence>, { ok: true }>,
  page: AbsencePage,
) {
  if (arranged.taskId) return redirect(paths.task(arranged.taskId), 303)
  return redirectWithUndo(
    paths.absence(absenceId),
    [
      `${countOf(arranged.lessons, "lesson")} arranged.`,
      movedWithoutText(listMovedWithout(page)),
      `We email ${emailText(page.letters.leaving, undefined, countOf(page.letters.families, "family", "families"))}.`,
    ]
      .filter(Boolean)
      .join(" "),
    { to: paths.absence(absenceId), fields: { intent: "undo", arrangement: arranged.arrangementId } },
  )
}

function undo(actor: Actor, absenceId: string, arrangementId: string) {
  const undone = undoArrangement(actor, absenceId, arrangementId)
  const back = paths.absence(absenceId)
  if (!undone.ok) {
    if (undone.reason === "not-found") throw notFound()
    return redirectWithToast(back, { title: "This was already undone.", tone: "bad" })
  }
  if (undone.taskId) return redirect(paths.task(undone.taskId), 303)
  const title = `${countOf(undone.restored, "lesson")} restored.`
  if (undone.kept.length === 0) return redirectWithToast(back, title)
  const text = undone.kept.map(({ name, reason }) => `${name}: ${reason}`).join(" ")
  return redirectWithToast(back, { title: `${title} ${undone.kept.length} not restored.`, text, tone: "bad" })
}

type Answer = {
  status?: number
  formKey?: string
  problems?: Record<string, string>
  refusal?: string
  isToCheck?: boolean
}

/** The page with what was chosen so far. */
const shown = (
  page: AbsencePage,
  { status = 200, formKey = newId(), problems = {}, refusal, isToCheck = false }: Answer,
) =>
  data(
    {
      page,
      formKey,
      problems,
      refusal: refusal ?? null,
      isToCheck,
      result: { status: status >= 400 ? "error" : "success" },
    },
    { status },
  )

/** A look at what the choices come to changes nothing. */
export const shouldRevalidate = ({ formData, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  intentOf(formData) === "review" ? false : defaultShouldRevalidate

export const meta: MetaFunction<typeof loader> = ({ data: found }) => [
  {
    title: `${found ? `${found.page.off.teacherName}, ${found.page.off.when}` : "Not found"} · Absence · Tutti`,
  },
]

export default function Absence() {
  const loaded = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const given = answer && "page" in answer ? answer : undefined
  const changing = answer && !("page" in answer) ? answer.result : undefined
  const { page, formKey } = given ?? loaded
  const { off } = page
  return (
    <div className="stack">
      <PageHead
        title="Arrange an absence"
        back={{ to: paths.absences(), label: "Absences" }}
        actions={page.days.length ? <SaveDraft /> : null}
      />
      {loaded.draft ? <DraftLine {...loaded.draft} /> : null}
      {given?.refusal ? (
        <Callout tone="red">
          <p role="alert">{given.refusal}</p>
        </Callout>
      ) : null}
      <WhoAndWhen off={off} isSolo={loaded.isSolo} lastResult={changing} />
      {page.days.length ? (
        <ArrangeLessons
          key={`${page.seen} ${given?.formKey}`}
          page={page}
          formKey={formKey}
          problems={given ? given.problems : loaded.problems}
          isToCheck={given?.isToCheck ?? false}
        />
      ) : (
        <EmptyState>
          {off.state === "approved"
            ? "Every lesson of these days is arranged."
            : off.state === "requested"
              ? "Approve this request first. Then arrange its lessons here."
              : off.state === "withdrawn"
                ? "This absence was removed, so lessons take place as usual."
                : "This time off was declined, so lessons take place as usual."}
        </EmptyState>
      )}
      <EarlierArrangements earlier={loaded.page.earlier} />
      {off.mayBeRemoved ? <RemoveAbsence /> : null}
    </div>
  )
}

const texts: Partial<Record<TimeOffRefusal, string>> = {
  overlaps: "The teacher has other time off on some of these days, requested or approved.",
  "too-long": "Record at most six months at a time.",
}
const over = { title: "This absence has ended or was removed.", tone: "bad" as const }

/** Changes when a teacher is away, and why. */
function changeAbsence(actor: Actor, absenceId: string, form: FormData) {
  const off = orNotFound(findTimeOff(actor, absenceId))
  form.set("teacherId", off.teacherId)
  const submission = readForm(form, { schema: AbsenceForm })
  const refuse = (message?: Record<string, string>, status = 400) =>
    data({ result: invalid(submission, message).data.result }, { status })
  if (submission.status !== "success") return refuse()
  const { teacherId: _, reason, ...days } = submission.value
  const changed = changeTimeOff(actor, absenceId, { ...days, reason: reason || null })
  if (changed.ok) return redirectWithToast(paths.absence(absenceId), "Absence changed.")
  if (changed.reason === "decided") return redirectWithToast(paths.absence(absenceId), over)
  return refuse({ startsOn: texts[changed.reason] ?? timeOffRefusals[changed.reason] }, 409)
}

function removeAbsence(actor: Actor, absenceId: string) {
  const removed = removeTimeOff(actor, absenceId)
  if (removed.ok)
    return redirectWithUndo(paths.absence(absenceId), "Absence removed.", {
      to: paths.absence(absenceId),
      fields: { intent: "restore" },
    })
  if (removed.reason === "not-found") throw notFound()
  return redirectWithToast(paths.absence(absenceId), over)
}

/** Undoes a removal. */
function restoreAbsence(actor: Actor, absenceId: string) {
  const restored = restoreTimeOff(actor, absenceId)
  if (restored.ok) return redirectWithToast(paths.absence(absenceId), "Absence restored.")
  if (restored.reason === "not-found") throw notFound()
  return redirectWithToast(paths.absence(absenceId), {
    title: texts[restored.reason] ?? timeOffRefusals[restored.reason],
    tone: "bad",
  })
}

/** Why the form wasn't read, by lesson: its fields are `choice.`, `by.` and `at.` with the lesson's id. */
const problemsOf = (error: Record<string, string[] | null>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(error).map(([name, messages]) => [
      name.slice(name.indexOf(".") + 1),
      messages?.join(" ") ?? "",
    ]),
  )

/**
 * The lessons for which someone who is no teacher of the school was sent, and those to be moved to a time that the page
 * doesn't offer, or no longer. Why a teacher isn't free, arranging says.
 */
function findNotOffered(
  actor: Actor,
  { days, choices }: Pick<AbsencePage, "days" | "choices">,
): Record<string, string> | undefined {
  const teachers = new Set(listTeachers(actor).map(({ id }) => id))
  const found = days
    .flatMap(({ lessons }) => lessons)
    .flatMap(({ id, times, beside }) => {
      const { choice, by, at } = choices[id] ?? { choice: "leave" }
      const isNobody = by === noSubstitute && beside !== null
      if (by && !isNobody && !teachers.has(by)) return [[id, "Choose another teacher."]]
      if (choice === "move" && !times.some((time) => slotValue(time) === at))
        return [[id, "That time isn’t free anymore. Choose another."]]
      return []
    })
  return found.length > 0 ? Object.fromEntries(found) : undefined
}

/** What was chosen earlier and isn’t possible anymore, by lesson: a substitute or a time that has been taken since. */
function findStale({ days, choices }: Pick<AbsencePage, "days" | "choices">): Record<string, string> {
  const found = days
    .flatMap(({ lessons }) => lessons)
    .flatMap(({ id, times, beside, substitutes }) => {
      const { choice, by, at } = choices[id] ?? { choice: "leave" }
      const isNobody = by === noSubstitute && beside !== null
      if (choice === "substitute" && !isNobody && !substitutes.some(({ teacherId }) => teacherId === by))
        return [[id, "The substitute isn’t free anymore. Choose another."]]
      if (choice === "move" && !times.some((time) => slotValue(time) === at))
        return [[id, "That time isn’t free anymore. Choose another."]]
      return []
    })
  return Object.fromEntries(found)
}

/** What is wrong with the reason for substitutes outside their hours, where some are chosen. */
function findHoursProblem({
  outsideHours,
  hoursReason,
}: Pick<AbsencePage, "outsideHours" | "hoursReason">): Record<string, string> | undefined {
  if (outsideHours === 0) return undefined
  if (visibleLength(hoursReason) < 3)
    return { hoursReason: "Enter a reason for the substitutes outside their hours." }
  return hoursReason.length > 200 ? { hoursReason: "Keep the reason under 200 characters." } : undefined
}

/** The page as it was kept: with the choices of the draft, and those of them that aren’t possible anymore. */
function openDraft(actor: Actor, absenceId: string) {
  const draft = findDraft(actor, absenceId)
  const kept = draft && DraftChoices.safeParse(draft.choices)
  if (!draft || !kept?.success) return { page: findAbsencePage(actor, absenceId), draft: null, problems: {} }
  const page = findAbsencePage(actor, absenceId, kept.data as Choices, draft.hoursReason)
  const when = formatInstant(draft.savedAt, actor.school.timeZone)
  return {
    page,
    draft: page?.days.length ? { when, savedBy: draft.savedBy } : null,
    problems: page ? findStale(page) : {},
  }
}

function keepDraft(actor: Actor, absenceId: string, kept: { choices: Choices; hoursReason: string }) {
  const saved = saveDraft(actor, absenceId, kept)
  if (saved.ok) return redirectWithToast(paths.absence(absenceId), "Draft saved. Nothing is sent yet.")
  if (saved.reason === "not-found") throw notFound()
  return redirectWithToast(paths.absence(absenceId), { title: arrangeRefusals[saved.reason], tone: "bad" })
}

function dropDraft(actor: Actor, absenceId: string) {
  discardDraft(actor, absenceId)
  return redirectWithToast(paths.absence(absenceId), "Draft discarded.")
}

type Earlier = { id: string; when: string; lessons: number; isUndone: boolean }

/** What was arranged for an absence so far; each can be undone as a whole. Sends `intent` undo. */
function EarlierArrangements({ earlier }: { earlier: Earlier[] }) {
  if (earlier.length === 0) return null
  return (
    <section className="section" aria-labelledby="arranged-title">
      <h2 id="arranged-title">Arranged so far</h2>
      <p className="dim">
        Undo restores lessons, spots and make-up credits, and tells everyone who already got an email.
      </p>
      <ul className="rows">
        {earlier.map(({ id, when, lessons, isUndone }) => (
          <li key={id}>
            <span>
              <b>{countOf(lessons, "lesson")}</b> <span className="dim">{when}</span>
            </span>
            {isUndone ? (
              <Status head="rest" tone="dim">
                Undone
              </Status>
            ) : (
              <ActButton
                label="Undo"
                sends={{ arrangement: id }}
                intent="undo"
                pending="Restoring…"
                variant="danger"
                about={`${countOf(lessons, "lesson")}, ${when}`}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Takes back an absence that was recorded by mistake, or that ends early. Sends `intent` remove. */
function RemoveAbsence() {
  return (
    <section className="section" aria-labelledby="remove-title">
      <h2 id="remove-title">Remove this absence</h2>
      <p className="dim">
        The teacher can be scheduled again and gets an email. Lessons you arranged don’t change: undo them
        above. If the teacher is back early, change the last day instead.
      </p>
      <ActButton label="Remove absence" intent="remove" pending="Removing…" variant="danger" />
    </section>
  )
}
