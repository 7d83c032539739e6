import type { SubmissionResult } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AnswerSummary, PostForm, SubmitRow } from "~/components/form/post-form"
import { pageTitle } from "~/components/shell/frame"
import { Button } from "~/components/ui/button"
import { DataTable, EmptyState, Pagination } from "~/components/ui/data-table"
import { FieldProblem } from "~/components/ui/field-problem"
import { PageHead } from "~/components/ui/page-head"
import { orNotFound, requireMember } from "~/http/guards.server"
import { act, intent, intents } from "~/http/intents.server"
import { paged, readPage } from "~/http/page-number"
import { invalid } from "~/http/read-form.server"
import { redirectWithUndo } from "~/http/toast.server"
import {
  countResults,
  hideResults,
  listOutcomes,
  listResults,
  markOf,
  saveResults,
  showResults,
} from "~/models/teaching/occasion/exam-results.server"
import { findOccasion } from "~/models/teaching/occasion/find-occasion.server"
import {
  changedResultText,
  otherCountText,
  resultsText,
  shownText,
  whenText,
} from "~/models/teaching/occasion/occasion"
import { HideForm, ReleaseForm, ResultsForm as ResultsSchema } from "~/models/teaching/occasion/occasion-form"
import { listGuests } from "~/models/teaching/occasion/occasion-guests.server"
import { occasionRefusals } from "~/texts/teaching/refusals"
import { countOf } from "~/utils/formats"
import { PER_PAGE } from "~/utils/page-number"
import { paths } from "~/utils/paths"

/** What an exam came to, entered for many students on one page. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "class:write")
  const found = orNotFound(findOccasion(actor, params.occasionId ?? ""))
  const guests = listGuests(actor, found.id)
  const pages = paged(request, guests.length)
  const shown = guests.slice((pages.page - 1) * PER_PAGE, pages.page * PER_PAGE)
  const results = new Map(
    listResults(
      actor,
      found.id,
      shown.map(({ studentId }) => studentId),
    ).map((each) => [each.studentId, each]),
  )
  return {
    occasion: { id: found.id, title: found.title, localDate: found.localDate, when: whenText(found) },
    counts: countResults(actor, found.id),
    pages,
    outcomes: listOutcomes(actor),
    rows: shown.map(({ studentId, name }) => {
      const {
        grade = null,
        outcome = null,
        note = null,
        on = null,
        releasedAt = null,
      } = results.get(studentId) ?? {}
      const was = markOf({ grade, outcome, note, on })
      return { studentId, name, grade, outcome, note, on, was, isReleased: releasedAt !== null }
    }),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "class:write")
  const found = orNotFound(findOccasion(actor, params.occasionId ?? ""))
  const page = readPage(request)
  const to = paths.examResults(found.id, { page: page > 1 ? String(page) : undefined })
  return intents(request, to, {
    release: intent({
      schema: ReleaseForm,
      run: ({ count }) => {
        const done = showResults(actor, found.id, count)
        if (!done.ok || done.changed === 0) return done
        const fields = { intent: "hide", at: String(done.at) }
        return redirectWithUndo(to, shownText(done.changed, done.told), { to, fields })
      },
      refusals: { "other-count": ({ hidden }) => otherCountText(hidden) },
      status: 409,
      saved: shownText(0, 0),
    }),
    hide: act({
      run: (form) => hideResults(actor, found.id, HideForm.parse(Object.fromEntries(form)).at),
      refusals: { "other-count": 404 },
      saved: ({ changed }) => `${countOf(changed, "result")} hidden from families.`,
    }),
    save: intent({
      schema: ResultsSchema,
      run: (results, _, submission) => {
        const saved = saveResults(actor, found.id, results)
        if (saved.ok || saved.reason !== "changed-meanwhile") return saved
        const messages = [...saved.present].map(([studentId, present]) => [
          `result.${studentId}.was`,
          changedResultText(present),
        ])
        return invalid(submission, Object.fromEntries(messages), 409)
      },
      refusals: occasionRefusals,
      status: 409,
      saved: ({ changed }) => `${countOf(changed, "result")} saved.`,
    }),
  })
}

export const meta = pageTitle<typeof loader>((found) => `Results, ${found.occasion.title}`)

export default function ExamResults() {
  const { occasion, counts, pages, rows, outcomes } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() as { result: SubmissionResult<string[]> } | undefined
  const hidden = counts.results - counts.released
  return (
    <>
      <AnswerSummary formId="results" result={answer?.result} />
      <PageHead
        title="Results"
        back={{ to: paths.occasion(occasion.id), label: occasion.title }}
        expression={occasion.when}
      />
      {rows.length === 0 ? (
        <EmptyState>No students yet. Invite them on the event’s page first.</EmptyState>
      ) : (
        <>
          <p>
            {counts.results === 0
              ? "No results yet. Families see what you enter, and get an email, once you show it to them."
              : `${resultsText(counts, pages.total)}. They’re on each student’s progress page. Families see them, and get an email, once you show them.`}
          </p>
          {counts.results > 0 ? (
            <PostForm className="buttons">
              {hidden > 0 ? (
                <>
                  <input type="hidden" name="count" value={hidden} />
                  <Button intent="release">Show families {countOf(hidden, "result")}</Button>
                </>
              ) : null}
              {counts.released > 0 ? <Button intent="hide">Hide from families</Button> : null}
            </PostForm>
          ) : null}
          <ResultsForm
            key={rows.map(({ grade, outcome, note, on }) => [grade, outcome, note, on].join()).join()}
            rows={rows}
            day={occasion.localDate}
            outcomes={outcomes}
            result={answer?.result}
          />
          <Pagination of="students" {...pages} />
        </>
      )}
    </>
  )
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

type ResultRow = Loaded["rows"][number]

type ResultsFormProps = {
  rows: ResultRow[]
  /** the day of the event, where a row has no other */
  day: string
  /** words used before, to choose from */
  outcomes: string[]
  result?: SubmissionResult<string[]>
}

type ResultField = "grade" | "outcome" | "note" | "on"

const fields: { name: ResultField; label: string; most?: number; size?: number }[] = [
  { name: "grade", label: "Grade or points", most: 40, size: 8 },
  { name: "outcome", label: "Result", most: 60 },
  { name: "note", label: "Note", most: 500 },
  { name: "on", label: "Date" },
]

/** The results of many students at once; an empty row has none. */
function ResultsForm({ rows, day, outcomes, result }: ResultsFormProps) {
  const typed = result?.initialValue?.result as Record<string, Record<string, string>> | undefined
  const changeOf = (studentId: string) => result?.error?.[`result.${studentId}.was`]?.join(" ")
  // A row that names what someone else saved may replace it. The others keep what the page was first made from.
  const wasOf = ({ studentId, was }: ResultRow) =>
    changeOf(studentId) ? was : (typed?.[studentId]?.was ?? was)
  return (
    <PostForm className="form" id="results">
      <datalist id="outcomes">
        {outcomes.map((outcome) => (
          <option key={outcome} value={outcome} />
        ))}
      </datalist>
      <DataTable
        caption="Results"
        middle
        rows={rows}
        rowKey={({ studentId }) => studentId}
        columns={[
          {
            label: "Student",
            cell: (row) => (
              <>
                <input type="hidden" name={`result.${row.studentId}.was`} value={wasOf(row)} />
                <FieldProblem id={`result.${row.studentId}.was-error`} message={changeOf(row.studentId)} />
                <span id={`results-result.${row.studentId}.was`} tabIndex={-1}>
                  {row.name}
                </span>{" "}
                {row.isReleased ? <span className="dim"> shown to family</span> : null}
              </>
            ),
          },
          ...fields.map(({ name, label, most, size }) => ({
            label,
            cell: (row: ResultRow) => {
              const path = `result.${row.studentId}.${name}`
              const problem = result?.error?.[path]?.join(" ")
              const saved = name === "on" ? (row.on ?? day) : (row[name] ?? "")
              const shared = {
                id: `results-${path}`,
                name: path,
                maxLength: most,
                defaultValue: typed ? (typed[row.studentId]?.[name] ?? "") : saved,
                "aria-label": `${label} of ${row.name}`,
                "aria-invalid": problem ? true : undefined,
                "aria-describedby": problem ? `${path}-error` : undefined,
              }
              return (
                <>
                  <FieldProblem id={`${path}-error`} message={problem} />
                  {name === "note" ? (
                    <textarea {...shared} rows={2} cols={30} />
                  ) : (
                    <input
                      {...shared}
                      type={name === "on" ? "date" : "text"}
                      size={size}
                      list={name === "outcome" ? "outcomes" : undefined}
                    />
                  )}
                </>
              )
            },
          })),
        ]}
      />
      <SubmitRow label="Save results" intent="save" pending="Saving…" />
    </PostForm>
  )
}
