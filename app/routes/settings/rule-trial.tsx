import { type LoaderFunctionArgs, redirect } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { framed } from "~/components/shell/frame"
import { Link } from "~/components/ui/button"
import { DataTable, EmptyState, MorePages } from "~/components/ui/data-table"
import { Tabs } from "~/components/ui/tabs"
import { orNotFound, requireMember } from "~/http/guards.server"
import { paged, readPage } from "~/http/page-number"
import {
  type TrialRow,
  type TrialRules,
  type TrialSums,
  trialStateLabels,
  trialWhyLabels,
} from "~/models/attendance/rule-trial/rule-trial"
import {
  familiesPerPage,
  findTrial,
  listTrialFamilies,
} from "~/models/attendance/rule-trial/try-rules.server"
import { isUnderWay } from "~/models/foundation/task/task"
import { nameWithClass } from "~/models/people/student/class-title"
import { countOf, formatDate, formatNumber } from "~/utils/formats"
import { paths } from "~/utils/paths"

/** What a past term would have been under other rules: its figures, and the absences behind each. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  const trial = orNotFound(findTrial(actor, params.taskId ?? ""))
  if (isUnderWay(trial) || trial.state === "failed") throw redirect(paths.task(trial.id))
  const { id, state, term, rules, was, would, families, different, byHand } = trial
  const only = new URL(request.url).searchParams.get("show") === "all" ? "all" : "different"
  return {
    id,
    term: term.label,
    rules: textsOf(rules),
    was,
    would,
    families,
    different,
    byHand,
    only,
    isWhole: state === "finished",
    pages: paged(request, only === "all" ? families : different, familiesPerPage),
    listed: listTrialFamilies(actor, id, { only, page: readPage(request) }),
  }
}

const textsOf = ({ creditExpiry, creditCap, lateAllowance, ...rules }: TrialRules): string[] => [
  `${countOf(rules.noticeHours, "hour")} of notice`,
  `${countOf(lateAllowance, "late absence")} per term ${lateAllowance === 1 ? "counts" : "count"} as reported in time`,
  rules.countsIllness
    ? "illness with a note counts as reported in time"
    : "illness with a note doesn’t count as reported in time",
  creditExpiry === "days"
    ? `credits expire after ${countOf(rules.creditExpiryDays, "day")}`
    : `credits expire at the end of the ${creditExpiry === "term" ? "term" : "next term"}`,
  creditCap === null ? "no credit limit" : `at most ${countOf(creditCap, "credit")} per term`,
]

export const { handle, meta } = framed<typeof loader>({
  title: "Rules on a past term",
  head: ({ term }) => ({
    expression: term,
    back: { to: paths.ruleTrials(), label: "Try rules on a past term" },
  }),
})

export default function RuleTrial() {
  const { id, rules, was, would, families, different, byHand, isWhole, only, pages, listed } =
    useLoaderData<typeof loader>()
  const to = (show: string) => paths.ruleTrial(id, { show })
  return (
    <div className="stack">
      <p>Tried: {rules.join(", ")}.</p>
      {isWhole ? null : <p>This was stopped before every family was replayed.</p>}
      <TrialFigures was={was} would={would} />
      <p className="dim">
        {different === 0
          ? "No family would have had other credits."
          : `${countOf(different, "family", "families")} of ${families} with absences would have had other credits.`}{" "}
        A credit that a family didn’t have counts as not used. Statuses that someone chose against the rules
        don’t change.{" "}
        {byHand > 0
          ? `${countOf(byHand, "credit")} granted by hand ${byHand === 1 ? "isn’t" : "aren’t"} counted: no rule changes ${byHand === 1 ? "it" : "them"}. `
          : null}
        <a href={paths.ruleTrialCsv(id)}>Download all absences (CSV)</a>
      </p>
      <Tabs
        label="Families"
        tabs={[
          { to: to("different"), label: "With differences", current: only === "different" },
          { to: to("all"), label: "All with absences", current: only === "all" },
        ]}
      />
      {listed.length === 0 ? (
        <EmptyState>
          {families === 0 ? (
            <>
              No absences in this term. <Link to={paths.ruleTrials()}>Try another term</Link>
            </>
          ) : (
            "No family’s charges or credits would differ."
          )}
        </EmptyState>
      ) : (
        <TrialFamilies families={listed} />
      )}
      <MorePages {...pages} />
    </div>
  )
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

type Family = Loaded["listed"][number]

/** Each family with its figures and the absences behind them. */
function TrialFamilies({ families }: { families: Family[] }) {
  return families.map(({ id, familyId, name, was, would, rows }) => (
    <section className="section" key={id} aria-labelledby={`family-${id}`}>
      <h2 id={`family-${id}`}>
        <Link to={paths.family(familyId)}>{name}</Link>
      </h2>
      <p>
        Granted {change(was.granted, would.granted)}, used {change(was.used, would.used)}, expired{" "}
        {change(was.expired, would.expired)}
      </p>
      <DataTable
        caption={`Absences of ${name}`}
        rows={rows}
        rowKey={({ sessionId, studentId }) => `${sessionId} ${studentId}`}
        columns={[
          {
            label: "Lesson",
            cell: ({ sessionId, date, studentName, className }) => (
              <span>
                <Link to={paths.session(sessionId)}>{date ? formatDate(date, "short") : "Lesson"}</Link>
                <span className="dim">, {nameWithClass(studentName, className)}</span>
              </span>
            ),
          },
          { label: "As it was", cell: (row) => trialStateLabels[row.was] },
          {
            label: "With these rules",
            cell: (row) =>
              row.would === row.was ? (
                <span>
                  {trialStateLabels[row.would]}
                  {until(row)}
                </span>
              ) : (
                <b>
                  {trialStateLabels[row.would]}
                  {until(row)}
                </b>
              ),
          },
          { label: "Because", cell: (row) => trialWhyLabels[row.why] },
        ]}
      />
    </section>
  ))
}

const until = ({ until: day }: TrialRow) => (day ? `, last day ${formatDate(day, "medium")}` : "")

const change = (was: number, would: number): string => (was === would ? String(was) : `${was} → ${would}`)

const figures = [
  ["granted", "Credits granted"],
  ["used", "Credits used"],
  ["expired", "Credits expired"],
] as const

/** A term’s credits as they were, and under the rules that were tried. */
function TrialFigures({ was, would }: { was: TrialSums; would: TrialSums }) {
  return (
    <DataTable
      caption="Credits of the term"
      rows={figures.map(([key, label]) => ({ label, was: was[key], would: would[key] }))}
      rowKey={({ label }) => label}
      columns={[
        { label: "Credits", cell: ({ label }) => label },
        { label: "As it was", numeric: true, cell: (row) => formatNumber(row.was) },
        { label: "With these rules", numeric: true, cell: (row) => formatNumber(row.would) },
        { label: "Difference", numeric: true, cell: (row) => signed(row.would - row.was) },
      ]}
    />
  )
}

const signed = (number: number): string =>
  number > 0 ? `+${formatNumber(number)}` : number < 0 ? `−${formatNumber(-number)}` : "0"
