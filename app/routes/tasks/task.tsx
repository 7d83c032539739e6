import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { PostForm, SubmitButton } from "~/components/form/post-form"
import { TaskProgress } from "~/components/foundation/task/task-progress"
import { pageTitle } from "~/components/shell/frame"
import { Link } from "~/components/ui/button"
import { Callout, CalloutText } from "~/components/ui/callout"
import { DataTable, Pagination } from "~/components/ui/data-table"
import { PageHead } from "~/components/ui/page-head"
import { Tabs } from "~/components/ui/tabs"
import { orNotFound, requireMember } from "~/http/guards.server"
import { act, intents } from "~/http/intents.server"
import { paged } from "~/http/page-number"
import type { Actor } from "~/models/foundation/access/actor"
import { may } from "~/models/foundation/access/permissions"
import { cancelTask, continueTask } from "~/models/foundation/task/run-task.server"
import { hasEnded, isCounted, sentenceOfTask, type TaskKind, taskKinds } from "~/models/foundation/task/task"
import {
  findTask,
  findTaskStarter,
  findTaskToShow,
  listTaskItems,
  type Task,
  titleOf,
} from "~/models/foundation/task/task.server"
import { findUndo } from "~/models/foundation/task/undo-task.server"
import { findRunIdOfTask } from "~/models/money/invoice/undo-run.server"
import { listOfTask, undoBulk } from "~/models/overview/bulk/run-selection.server"
import { closureOfTask } from "~/models/teaching/closure/closure-notice.server"
import { askedFamiliesText } from "~/models/teaching/roll-over/asked-families.server"
import { listStillTheirs } from "~/models/teaching/teacher-leaving/hand-over-classes.server"
import { countOf, formatDate, formatNumber } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { formatInstant } from "~/utils/zones"
import { listOf } from "../selections/lists.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "task:read")
  const task = orNotFound(findTaskToShow(actor, params.taskId ?? ""))
  // An export has a page of its own, for schools without a subscription, too.
  if (isCounted(task.kind)) throw redirect(paths.schoolExport())
  const { about: _, ...facts } = task
  const list = listOfTask(actor, task)
  const common = {
    task: facts,
    title: titleOf(task),
    back: list ? listOf(list) : backOf[task.kind],
    startedAt: formatInstant(task.createdAt, actor.school.timeZone),
    starter: findTaskStarter(actor, task.id)?.name ?? null,
    runId: findRunIdOfTask(actor, task) ?? null,
    closureId: may(actor, "school:settings") ? closureOfTask(actor, task) : undefined,
  }
  // A run that went through ends on its own page, with what it sent and its undo.
  const wentThrough = task.state === "finished" && task.excepted === 0
  if (wentThrough && common.runId && task.kind !== "undo-run") throw redirect(paths.invoiceRun(common.runId))
  if (task.kind === "try-rules" && task.state === "finished") throw redirect(paths.ruleTrial(task.id))
  if (!hasEnded(task))
    return {
      ...common,
      refreshWithoutScript: task.state === "failed" ? undefined : `3;url=${paths.task(task.id)}`,
      ended: null,
    }
  return { ...common, refreshWithoutScript: undefined, ended: resultOf(actor, task, request) }
}

/** The invoice run that a task sends or undoes. */
const states = { done: "done", exceptions: "excepted", left: "waiting" } as const

function resultOf(actor: Actor, task: Task, request: Request) {
  const asked = new URL(request.url).searchParams.get("list") ?? ""
  const first: TaskList = task.excepted > 0 ? "exceptions" : task.done > 0 ? "done" : "left"
  const list = isList(asked) ? asked : first
  const totals = { exceptions: task.excepted, done: task.done - task.excepted, left: task.total - task.done }
  const pages = paged(request, totals[list])
  const items = listTaskItems(actor, task.id, { state: states[list], page: pages.page })
  const undone = task.undoes === null ? undefined : findTask(actor, task.undoes)
  const kind = undone?.kind ?? task.kind
  const undo = findUndo(actor, task.id) ?? null
  return {
    undo,
    stillTheirs: !undo && may(actor, "teacher:write") ? listStillTheirs(actor, task) : [],
    known: askedFamiliesText(actor, task),
    list,
    pages,
    items: items.map(({ id, name, note, made }) => ({
      id,
      name,
      note,
      to: made === null ? null : addressOfMade[kind](made),
    })),
  }
}

const isList = (asked: string): asked is TaskList => Object.hasOwn(states, asked)

/** Where what a kind makes is shown. */
const addressOfMade: Record<TaskKind, (made: string) => string> = {
  "send-invoices": paths.invoice,
  "save-drafts": paths.invoice,
  "send-reminders": paths.invoice,
  "send-message": paths.conversation,
  "cancel-lessons": paths.session,
  "move-lessons": paths.session,
  "tell-closure": paths.session,
  "restore-lessons": paths.session,
  "arrange-lessons": paths.session,
  "undo-arrangement": paths.session,
  "export-school": paths.schoolExport,
  "invite-people": paths.student,
  "change-statuses": paths.student,
  "enroll-students": paths.student,
  "set-answers": paths.student,
  "record-consents": paths.student,
  "set-own-prices": paths.student,
  "set-class-prices": paths.class,
  "assign-classes": paths.class,
  "end-classes": paths.class,
  "roll-over-classes": paths.class,
  "issue-drafts": paths.invoice,
  "undo-run": paths.invoice,
  "void-invoices": paths.invoice,
  "try-rules": paths.family,
  "merge-families": paths.family,
  "merge-guardians": paths.family,
  "merge-students": paths.student,
  "merge-teachers": paths.teacher,
  undo: paths.task,
  "approve-pay": paths.teacherPay,
  "lock-pay": paths.teacherPay,
  "hand-over-classes": paths.class,
  "tell-occasion": paths.student,
}

/** The page a kind is started from. */
const backOf: Record<TaskKind, { to: string; label: string }> = {
  "send-invoices": { to: paths.billing(), label: "Invoices" },
  "save-drafts": { to: paths.billing({ status: "draft" }), label: "Invoices" },
  "send-reminders": { to: paths.reminders(), label: "Reminders" },
  "send-message": { to: paths.messages(), label: "Messages" },
  "cancel-lessons": { to: `${paths.schoolSettings()}#closures`, label: "Closures" },
  "move-lessons": { to: `${paths.schoolSettings()}#closures`, label: "Closures" },
  "tell-closure": { to: `${paths.schoolSettings()}#closures`, label: "Closures" },
  "restore-lessons": { to: paths.schoolSettings(), label: "School settings" },
  "arrange-lessons": { to: paths.absences(), label: "Absences" },
  "undo-arrangement": { to: paths.absences(), label: "Absences" },
  "export-school": { to: paths.schoolExport(), label: "Export" },
  "invite-people": { to: paths.students(), label: "Students" },
  "change-statuses": { to: paths.students(), label: "Students" },
  "enroll-students": { to: paths.students(), label: "Students" },
  "set-answers": { to: paths.students(), label: "Students" },
  "record-consents": { to: paths.students(), label: "Students" },
  "set-own-prices": { to: paths.students(), label: "Students" },
  "set-class-prices": { to: paths.classes(), label: "Classes" },
  "assign-classes": { to: paths.classes(), label: "Classes" },
  "end-classes": { to: paths.classes(), label: "Classes" },
  "roll-over-classes": { to: paths.classes(), label: "Classes" },
  "issue-drafts": { to: paths.billing(), label: "Invoices" },
  "undo-run": { to: paths.invoiceRuns(), label: "Invoice runs" },
  "void-invoices": { to: paths.billing(), label: "Invoices" },
  "try-rules": { to: paths.ruleTrials(), label: "Rules on a past term" },
  "merge-families": { to: paths.duplicates(), label: "Possible duplicates" },
  "merge-guardians": { to: paths.duplicates({ of: "guardian" }), label: "Possible duplicates" },
  "merge-students": { to: paths.duplicates({ of: "student" }), label: "Possible duplicates" },
  "merge-teachers": { to: paths.duplicates({ of: "teacher" }), label: "Possible duplicates" },
  undo: { to: paths.tasks(), label: "Background work" },
  "approve-pay": { to: paths.pay(), label: "Teacher pay" },
  "lock-pay": { to: paths.pay(), label: "Teacher pay" },
  "hand-over-classes": { to: paths.teachers(), label: "Teachers" },
  "tell-occasion": { to: paths.occasions(), label: "Events" },
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "task:read")
  const task = orNotFound(findTaskToShow(actor, params.taskId ?? ""))
  return intents(request, paths.task(task.id), {
    continue: act({ run: () => void continueTask(actor, task.id) }),
    undo: act({
      run: async () => {
        const undone = await undoBulk(actor, task.id)
        return !undone.ok && undone.reason === "not-now" ? redirect(paths.task(task.id), 303) : undone
      },
      refusals: { "not-now": 404 },
      to: ({ taskId }) => paths.task(taskId),
    }),
    cancel: act({
      run: () => ({ canceled: cancelTask(actor, task.id).ok }),
      saved: ({ canceled }) => (canceled ? `${taskKinds[task.kind].title} canceled.` : undefined),
    }),
  })
}

export const meta = pageTitle<typeof loader>(
  (found) => `${found.title} · Progress`,
  "Background work · Progress",
)

export default function TaskPage() {
  const { task, title, back, startedAt, starter, runId, closureId, ended } = useLoaderData<typeof loader>()
  return (
    <div className="stack narrow">
      <PageHead
        back={back}
        title={title}
        expression={`started ${startedAt}${starter ? ` by ${starter}` : ""}`}
      />
      {ended && runId ? (
        <p>
          <Link to={paths.invoiceRun(runId)}>
            {task.kind !== "undo-run" ? "Review or undo this run" : "Invoice run"}
          </Link>
        </p>
      ) : null}
      {ended && closureId ? (
        <p>
          <Link to={paths.closureLessons(closureId)}>Lessons and emails of the closure</Link>
        </p>
      ) : null}
      {ended ? <TaskResult task={task} {...ended} /> : <TaskProgress {...task} />}
      <p>
        <Link to={paths.tasks()}>All background work</Link>
      </p>
    </div>
  )
}

/** Items that are done, couldn't be done, or were left when the task was canceled. */
type TaskList = "done" | "exceptions" | "left"

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

type TaskResultProps = NonNullable<Loaded["ended"]> & Pick<Loaded, "task">

function undoSentence(
  { undone, left }: NonNullable<TaskResultProps["undo"]>,
  item: [string, string],
): string {
  if (undone === 0) return left > 0 ? "Nothing could be undone." : "This is being undone."
  return left > 0 ? `This was undone, except for ${countOf(left, ...item)}.` : "This was undone."
}

/** The classes that a teacher who is to leave still has, and who can take them. */
function StillTheirs({ id, name, lastDay, classes }: TaskResultProps["stillTheirs"][number]) {
  const those = countOf(classes.length, "class", "classes")
  return (
    <Callout tone="amber">
      <p>
        {lastDay
          ? `${name} leaves after ${formatDate(lastDay, "medium")}, and ${those} ${classes.length === 1 ? "has" : "have"} no other teacher yet. `
          : `${name} is still active, with ${those}. `}
        <Link to={paths.deactivateTeacher(id)}>Choose who takes over</Link>
      </p>
      <ul>
        {classes.map((each) => (
          <li key={each.id}>
            <Link to={paths.class(each.id)}>{each.name}</Link>
          </li>
        ))}
      </ul>
    </Callout>
  )
}

/** What a task that has ended did, and what it couldn't do. */
function TaskResult({ task, list, items, pages, undo: undoing, known, stillTheirs }: TaskResultProps) {
  const { id, kind, state, total, done, excepted } = task
  const { exceptions, item, undo } = taskKinds[kind]
  const lists: { key: TaskList; label: string; count: number }[] = [
    { key: "exceptions", label: exceptions, count: excepted },
    { key: "done", label: "Done", count: done - excepted },
    { key: "left", label: "Left when canceled", count: total - done },
  ]
  const shown = lists.filter(({ count }) => count > 0)
  return (
    <section className="section" aria-labelledby="result">
      <h2 id="result">{state === "canceled" ? "Canceled" : "Finished"}</h2>
      <CalloutText tone={state === "canceled" || excepted > 0 ? "amber" : "ink"}>
        {sentenceOfTask(task)}
      </CalloutText>
      {stillTheirs.map((teacher) => (
        <StillTheirs key={teacher.id} {...teacher} />
      ))}
      {undoing ? (
        <p>
          {undoSentence(undoing, item)}{" "}
          <Link to={paths.task(undoing.id)}>
            {undoing.undone > 0 || undoing.left === 0 ? "What was undone" : "Why"}
          </Link>
        </p>
      ) : null}
      {undo && (undoing ? undoing.left > 0 : done > excepted) ? (
        <>
          {known ? <CalloutText tone="amber">{known}</CalloutText> : null}
          <PostForm className="buttons">
            <SubmitButton variant="secondary" intent="undo" pending="Undoing…">
              {undoing ? "Try to undo the rest" : undo.button}
            </SubmitButton>
            <span className="dim">{undo.effect}</span>
          </PostForm>
        </>
      ) : null}
      {shown.length > 0 ? (
        <>
          <Tabs
            label="Results"
            tabs={shown.map(({ key, label, count }) => ({
              key,
              label: `${label} ${formatNumber(count)}`,
              to: paths.task(id, { list: key }),
            }))}
            current={list}
          />
          <DataTable
            caption={lists.find(({ key }) => key === list)?.label ?? "Results"}
            rows={items}
            columns={[
              { label: "Name", cell: ({ name }) => name },
              {
                label: list === "exceptions" ? "Reason" : "Result",
                cell: ({ note, to }) => (to && note ? <Link to={to}>{note}</Link> : (note ?? "–")),
              },
            ]}
          />
          <Pagination {...pages} />
        </>
      ) : null}
    </section>
  )
}
