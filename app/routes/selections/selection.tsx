import type { SubmissionResult } from "@conform-to/react"
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node"
import { useActionData, useLoaderData, useNavigate } from "@remix-run/react"
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from "react"
import { AnswerSummary, PostForm, SubmitButton } from "~/components/form/post-form"
import { ActForm, actFormId, asksForFields } from "~/components/overview/bulk/act-form"
import { type ListBehind, listBehind, returnToList } from "~/components/overview/bulk/list-behind"
import { pageTitle } from "~/components/shell/frame"
import { alsoWhenRefused } from "~/components/ui/after-refusal"
import { Link } from "~/components/ui/button"
import { Callout, CalloutText } from "~/components/ui/callout"
import { DataTable } from "~/components/ui/data-table"
import { PageHead } from "~/components/ui/page-head"
import { notFound, orNotFound, requireMember } from "~/http/guards.server"
import { answerSearch } from "~/http/inner-search.server"
import { intents } from "~/http/intents.server"
import { asTyped, invalid, readForm } from "~/http/read-form.server"
import { listOfficeMembers } from "~/models/accounts/school/office.server"
import type { Actor } from "~/models/foundation/access/actor"
import { may } from "~/models/foundation/access/permissions"
import { asksForNames, readNameWish } from "~/models/foundation/name-search/name-search"
import {
  countReasons,
  mostAtOnce,
  type PlanChange,
  type PlannedItem,
} from "~/models/foundation/selection/selection"
import { findSelection, type Selection } from "~/models/foundation/selection/selection.server"
import { findTask } from "~/models/foundation/task/task.server"
import { findRunIdOfTask } from "~/models/money/invoice/undo-run.server"
import { besideText, fieldsOfList, findAct } from "~/models/overview/bulk/bulk-acts.server"
import {
  type ActTexts,
  actTextsOf,
  type ListAct,
  mostPdfs,
  nounTexts,
} from "~/models/overview/bulk/list-acts"
import { planSelection, runSelection } from "~/models/overview/bulk/run-selection.server"
import { permissionOf } from "~/models/overview/bulk/select-records.server"
import { listDocuments } from "~/models/people/consent/documents.server"
import { listTeachers } from "~/models/people/teacher/teacher.server"
import { proposedLastDay } from "~/models/teaching/class/bulk-classes.server"
import { offerClassNames } from "~/models/teaching/class/open-classes.server"
import { listNextTerms } from "~/models/teaching/roll-over/roll-over-classes.server"
import { listRooms } from "~/models/teaching/room/room.server"
import { notPreviewed } from "~/texts/teaching/refusals"
import { todayOf } from "~/utils/clock.server"
import { digestOf } from "~/utils/digest.server"
import { countOf, formatNumber } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { confirmedText } from "./confirmed-text.server"
import { offerLeaving } from "./leaving.server"
import { cameFrom } from "./lists.server"

/** So many lines of each kind are listed; the others are counted. */
const mostListed = 200

function requireSelection(actor: Actor, selectionId = ""): Selection & { act: ListAct } {
  const found = findSelection(actor, selectionId)
  if (!found || !may(actor, permissionOf[found.noun])) throw notFound()
  return found as Selection & { act: ListAct }
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "list:select")
  const selection = requireSelection(actor, params.selectionId)
  const { id, noun, act, ids, choice, plan, taskId } = selection
  if (taskId) throw redirect(paths.task(taskId), 303)
  if (act === "message") throw redirect(paths.newMessage({ to: `selection:${id}` }), 303)
  const day = todayOf(actor)
  const can = plan?.filter((item) => item.can) ?? []
  const cannot = plan?.filter((item) => !item.can) ?? []
  return {
    id,
    noun,
    act,
    count: ids.length,
    choice: choice && textsOf(choice),
    confirmed: choice ? confirmedText(actor, act, choice) : "",
    day,
    lastDay: act === "archive" && noun === "classes" ? proposedLastDay(actor, ids, day) : day,
    currency: actor.school.currency,
    classes: act === "enroll" ? offerClassNames(actor, day, chosenClass(choice)) : null,
    source: may(actor, "class:read") ? paths.classNames() : undefined,
    terms: act === "roll-over" ? listNextTerms(actor) : [],
    leaving: offerLeaving(actor, selection),
    lines: act === "assign" ? { teachers: [...listTeachers(actor)], rooms: [...listRooms(actor)] } : null,
    fields: act === "field" ? fieldsOfList(actor, noun) : [],
    team: act === "next-step" ? listOfficeMembers(actor) : [],
    documents:
      act === "consent"
        ? listDocuments(actor).map(({ id: value, title: name }) => ({ id: value, name }))
        : [],
    ...cameFrom(request, noun),
    plan: plan && {
      seen: digestOf(plan),
      reasons: countReasons(plan),
      beside: besideText(plan, actor.school.currency),
      can: { count: can.length, makes: sumMade(can), items: can.slice(0, mostListed) },
      cannot: { count: cannot.length, items: cannot.slice(0, mostListed) },
    },
  }
}

const sumMade = (items: readonly PlannedItem[]) => items.reduce((sum, { makes = 1 }) => sum + makes, 0)

const chosenClass = (choice: Selection["choice"]) => ({ search: "", chosen: String(choice?.classId ?? "") })

/** A choice as its form shows it. */
const textsOf = (choice: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(choice).flatMap(([name, value]) => {
      if (value === true) return [[name, "on"]]
      return typeof value === "string" ? [[name, value]] : []
    }),
  )

/** Whether a field was just chosen, so that the control of its answer comes next. */
function asksForAnswer(form: FormData): boolean {
  const answerOf = form.get("answerOf")
  return (
    Boolean(form.get("fieldId")) &&
    (answerOf === null ? !form.has("value") : answerOf !== form.get("fieldId"))
  )
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "list:select")
  const selection = requireSelection(actor, params.selectionId)
  const { here } = cameFrom(request, selection.noun)
  const act = orNotFound(findAct(actor, selection.noun, selection.act))
  const form = await request.formData()
  const to = paths.selection(selection.id, here)
  const confirm = () =>
    isAsSeen(selection, form)
      ? startAct(actor, selection, act, here)
      : showPreview({ status: "error", error: { "": [notPreviewed] } })
  return intents(form, to, {
    confirm: () =>
      form.has("fields") && !selection.taskId ? choose(actor, selection, act, form, to, confirm) : confirm(),
    else: () => choose(actor, selection, act, form, to),
  })
}

/** Whether the preview that a button stood below is the latest one: an older page, or a second press, may show another. */
const isAsSeen = ({ plan, taskId }: ReturnType<typeof requireSelection>, form: FormData): boolean =>
  taskId !== null || !form.has("seen") || form.get("seen") === digestOf(plan)

/** The latest preview in place of the act: with what is wrong, or what changed in it. */
const showPreview = (result: SubmissionResult<string[]> | null, changes: PlanChange[] = []) =>
  data({ result, changes, classes: null, leaving: null, isPreviewed: true }, { status: 409 })

/** Does what was previewed; where it is no longer so, the new preview says what changed. */
async function startAct(
  actor: Actor,
  selection: ReturnType<typeof requireSelection>,
  act: NonNullable<ReturnType<typeof findAct>>,
  here: ReturnType<typeof cameFrom>["here"],
) {
  const started = await runSelection(actor, selection, act, here.of)
  if (started.ok) return redirect(pageOfTask(actor, started.taskId), 303)
  if (started.reason !== "changed") return redirect(paths.selection(selection.id, here), 303)
  return showPreview(null, started.changes)
}

/** Plans the act with what was chosen for it, or carries it out where that is what was previewed. */
async function choose(
  actor: Actor,
  selection: ReturnType<typeof requireSelection>,
  act: NonNullable<ReturnType<typeof findAct>>,
  form: FormData,
  to: string,
  confirm?: () => ReturnType<typeof startAct> | ReturnType<typeof showPreview>,
) {
  const submission = readForm(form, { schema: act.choice })
  const day = todayOf(actor)
  const classes =
    selection.act === "enroll" ? offerClassNames(actor, day, readNameWish(form, "classId")) : null
  const leaving = offerLeaving(actor, selection, form)
  const offers = { changes: [], classes, leaving, isPreviewed: false }
  if (asksForNames(form)) return answerSearch(form, submission, offers)
  if (selection.act === "field" && asksForAnswer(form))
    return data({ result: asTyped(submission), ...offers })
  if (submission.status !== "success")
    return data({ result: invalid(submission).data.result, ...offers }, { status: 400 })
  const wrong = act.refuse(actor, submission.value)
  if (wrong) return data({ result: invalid(submission, wrong).data.result, ...offers }, { status: 400 })
  if (selection.taskId) return redirect(paths.task(selection.taskId), 303)
  if (confirm && selection.plan && JSON.stringify(selection.choice) === JSON.stringify(submission.value))
    return confirm()
  await planSelection(actor, selection, act, submission.value)
  if (!confirm) return redirect(to, 303)
  const { result } = invalid(submission, { form: notPreviewed }).data
  return data({ ...offers, result, isPreviewed: true }, { status: 409 })
}

/** Where the work is seen: drafts that were sent are an invoice run, which has a page of its own. */
function pageOfTask(actor: Actor, taskId: string): string {
  const task = findTask(actor, taskId)
  const runId = task?.state === "finished" && task.excepted === 0 ? findRunIdOfTask(actor, task) : undefined
  return runId ? paths.invoiceRun(runId) : paths.task(taskId)
}

export const shouldRevalidate = alsoWhenRefused

export const meta = pageTitle<typeof loader>((found) => actTextsOf(found.act, found.noun).title)

export default function SelectionPage() {
  const found = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { noun, act, count, plan, back, here, id } = found
  const { one, many } = nounTexts[noun]
  const isPreviewed = plan !== null && answer?.isPreviewed !== false
  const [behind] = useState(() => listBehind(id))
  const head = {
    title: actTextsOf(act, noun).title,
    expression: `${countOf(count, one, many)} ${here.of ? "of the selected families" : "selected"}`,
  }
  const summary = <AnswerSummary formId="act" result={answer?.result ?? undefined} />
  const page = (
    <>
      {answer && answer.changes.length > 0 ? (
        <Callout tone="red">
          <p role="alert">This changed since you looked. Nothing was done.</p>
          <ul>
            {answer.changes.slice(0, 20).map(({ name, was, is }) => (
              <li key={`${name} ${was} ${is}`}>
                {name}: {is ?? "no longer part of this"}
                {was && is ? ` (was: ${was})` : ""}
              </li>
            ))}
          </ul>
          <p>Review the new preview below, then confirm again.</p>
        </Callout>
      ) : null}
      <ActForm
        {...found}
        classes={answer?.classes ?? found.classes}
        leaving={answer?.leaving ?? found.leaving}
        result={answer?.result ?? undefined}
        isPreviewed={isPreviewed}
      />
      {act === "export" ? (
        <p>
          <a className="button primary" href={paths.selectionFile(id)} download>
            Download CSV
          </a>
        </p>
      ) : null}
      {act === "pdfs" ? (
        count > mostPdfs ? (
          <CalloutText tone="red">
            Select at most {formatNumber(mostPdfs)} invoices to download their PDFs.
          </CalloutText>
        ) : (
          <p>
            <a className="button primary" href={paths.selectionPdfs(id)} download>
              Download ZIP
            </a>
          </p>
        )
      ) : null}
      {isPreviewed ? (
        <PlanView
          texts={actTextsOf(act, noun)}
          nouns={[one, many]}
          plan={plan}
          confirmed={found.confirmed}
          hasFields={asksForFields(noun, act)}
        />
      ) : null}
    </>
  )
  if (behind)
    return (
      <ActDialog key={id} behind={behind} back={back.to} {...head}>
        {summary}
        {page}
      </ActDialog>
    )
  return (
    <div className="stack narrow">
      {summary}
      <PageHead back={back} {...head} />
      {page}
    </div>
  )
}

type ActDialogProps = {
  behind: ListBehind
  title: string
  expression: string
  back: string
  children: ReactNode
}

const titleId = "act-title"

/** An act's page over the list that it was opened from. Closing it, Escape and the browser’s way back lead to the list. */
function ActDialog({ behind, title, expression, back, children }: ActDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const picture = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  useEffect(() => {
    picture.current?.replaceChildren(behind.picture.cloneNode(true))
    picture.current?.toggleAttribute("inert", true)
    if (dialog.current?.open === false) dialog.current.showModal()
    const field = "form :is(input:not([type=hidden]), select, textarea)"
    dialog.current?.querySelector<HTMLElement>(field)?.focus()
    scrollTo(0, behind.scrolled)
    return returnToList
  }, [behind])
  const close = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    dialog.current?.close()
  }
  return (
    <>
      <dialog
        ref={dialog}
        className="act-dialog"
        aria-labelledby={titleId}
        onClose={({ target }) => target === dialog.current && navigate(-1)}
      >
        <div className="stack">
          <header className="page-head">
            <div>
              <h1 id={titleId}>{title}</h1>
              <p className="expression">{expression}</p>
            </div>
            <Link className="button" to={back} onClick={close}>
              Close
            </Link>
          </header>
          {children}
        </div>
      </dialog>
      <div ref={picture} className="stack" aria-hidden="true" />
    </>
  )
}

type Listed = { count: number; items: { id: string; name: string; text: string }[] }

type PlanViewProps = {
  texts: ActTexts
  /** One and many of what was selected. */
  nouns: [string, string]
  plan: {
    /** What tells it from a later preview. */
    seen: string
    reasons: { reason: string; count: number; name: string }[]
    /** What it brings about beside the lines, in one sentence. */
    beside?: string | undefined
    can: Listed & { makes: number }
    cannot: Listed
  }
  /** What was chosen, for the button. */
  confirmed: string
  /** Its button sends the fields along: only what was previewed is carried out. */
  hasFields: boolean
}

/** What would happen and what wouldn't, with the button that does it. */
function PlanView({ texts, nouns, plan, confirmed, hasFields }: PlanViewProps) {
  const { seen, reasons, beside, can, cannot } = plan
  const { confirm, pending, item = nouns } = texts
  const button = (
    <>
      <input type="hidden" name="seen" value={seen} form={hasFields ? actFormId : undefined} />
      <SubmitButton intent="confirm" pending={pending} form={hasFields ? actFormId : undefined}>
        {confirm(countOf(can.makes, ...item))}
        {confirmed}
      </SubmitButton>
      {can.count > mostAtOnce ? (
        <span className="dim">Runs in the background. You’ll see its progress and can stop it.</span>
      ) : null}
    </>
  )
  return (
    <section className="section" aria-labelledby="preview">
      <h2 id="preview">Preview</h2>
      {cannot.count > 0 ? (
        <Callout tone="amber">
          <p>{countOf(cannot.count, "exception")}. Nothing happens to these:</p>
          <ul>
            {reasons.slice(0, 10).map(({ reason, count, name }) => (
              <li key={reason}>
                {count === 1 ? name : countOf(count, ...nouns)}: {reason}
              </li>
            ))}
          </ul>
        </Callout>
      ) : null}
      {beside ? <CalloutText tone="amber">{beside}</CalloutText> : null}
      {can.count > 0 ? (
        hasFields ? (
          <p className="buttons">{button}</p>
        ) : (
          <PostForm className="buttons">{button}</PostForm>
        )
      ) : (
        <p>There’s nothing to do for this selection.</p>
      )}
      {can.count > 0 ? <Lines caption="What happens" {...can} /> : null}
      {cannot.count > 0 ? <Lines caption="Exceptions" {...cannot} /> : null}
    </section>
  )
}

function Lines({ caption, count, items }: Listed & { caption: string }) {
  return (
    <>
      <h3>
        {caption} <span className="dim">{formatNumber(count)}</span>
      </h3>
      <DataTable
        caption={caption}
        terse
        rows={items}
        columns={[
          { label: "Name", cell: ({ name }) => name },
          { label: caption, cell: ({ text }) => text },
        ]}
      />
      {count > items.length ? <p className="dim">and {formatNumber(count - items.length)} more</p> : null}
    </>
  )
}
