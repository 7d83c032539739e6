import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node"
import { redirect, useActionData, useLoaderData } from "@remix-run/react"
import { CheckStep } from "~/components/roster-import/check-step"
import { ColumnsStep } from "~/components/roster-import/columns-step"
import { ImportSteps } from "~/components/roster-import/import-steps"
import { RereadForm as Reread } from "~/components/roster-import/reread-form"
import { ResultStep } from "~/components/roster-import/result-step"
import { Note } from "~/components/ui/note"
import { PageHead } from "~/components/ui/page-head"
import type { Actor } from "~/models/access/actor"
import { viewColumns } from "~/models/roster-import/column-view.server"
import { choicesOf, columnsForm, RereadForm } from "~/models/roster-import/columns-form"
import { describePlan } from "~/models/roster-import/dry-run"
import { viewResult } from "~/models/roster-import/import-result.server"
import { planImport } from "~/models/roster-import/plan-import.server"
import { inWords } from "~/models/roster-import/roster-import"
import {
  findImport,
  type RosterImport,
  rereadImport,
  setMapping,
} from "~/models/roster-import/roster-import.server"
import { runImport } from "~/models/roster-import/run-import.server"
import { runRefusals } from "~/models/roster-import/run-refusals"
import { undoImport } from "~/models/roster-import/undo-import.server"
import { now } from "~/utils/clock.server"
import { today } from "~/utils/dates"
import { requireMember } from "~/utils/http/guards.server"
import { readForm } from "~/utils/http/read-form.server"
import { invalid, notFound } from "~/utils/http/responses.server"
import { redirectWithToast } from "~/utils/http/toast.server"
import { paths } from "~/utils/paths"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "roster:import")
  const planned = planImport(actor, params.importId ?? "")
  if (!planned) throw notFound()
  const { roster, plan, fingerprint } = planned
  const { id, fileName, state, encoding, delimiter, options, fileProblems, rows } = roster
  const facts = {
    id,
    fileName,
    rowCount: rows.length,
    fileProblems,
    currency: actor.school.currency,
    isSolo: actor.school.kind === "solo",
  }
  if (state !== "uploaded") return { ...facts, step: "result" as const, ...viewResult(actor, roster, state) }
  if (new URL(request.url).searchParams.get("step") === "check") {
    const { lessonsFrom } = options
    return { ...facts, step: "check" as const, run: describePlan(roster, plan), fingerprint, lessonsFrom }
  }
  const view = viewColumns(actor, roster, plan)
  return { ...facts, step: "columns" as const, view, options, encoding, delimiter }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "roster:import")
  const roster = findImport(actor, params.importId ?? "")
  if (!roster) throw notFound()
  const form = await request.formData()
  switch (form.get("intent")) {
    case "columns":
      return chooseColumns(actor, roster, form)
    case "reread":
      return reread(actor, roster, form)
    case "import":
      return run(actor, roster, String(form.get("fingerprint")))
    case "undo":
      return undo(actor, roster)
    default:
      return refuse("This form is not known here. Choose what to do below.", 400)
  }
}

function chooseColumns(actor: Actor, roster: RosterImport, form: FormData) {
  const day = today(actor.school.timeZone, now())
  const submission = readForm(form, { schema: columnsForm(roster.headers.length, day) })
  if (submission.status !== "success") return invalid(submission)
  const { mapping, options } = choicesOf(submission.value)
  const outcome = setMapping(actor, roster.id, mapping, options)
  if (outcome.ok) return redirect(paths.import(roster.id, "check"), 303)
  if (outcome.reason === "mapping") return invalid(submission, { form: outcome.messages.join(" ") })
  return redirect(paths.import(roster.id), 303)
}

function reread(actor: Actor, roster: RosterImport, form: FormData) {
  const submission = readForm(form, { schema: RereadForm })
  if (submission.status !== "success") return refuse("Choose letters and separator from the lists.", 400)
  const { encoding, delimiter } = submission.value
  const outcome = rereadImport(actor, roster.id, {
    encoding,
    delimiter: delimiter === "tab" ? "\t" : delimiter,
  })
  if (!outcome.ok && outcome.reason === "unreadable") return refuse(outcome.message, 400)
  return redirect(paths.import(roster.id), 303)
}

function run(actor: Actor, roster: RosterImport, fingerprint: string) {
  const outcome = runImport(actor, roster.id, fingerprint)
  if (outcome.ok) return redirectWithToast(paths.import(roster.id), `Imported ${inWords(outcome.summary)}.`)
  if (outcome.reason === "already-imported") return redirect(paths.import(roster.id), 303)
  return refuse(runRefusals[outcome.reason], 409)
}

function undo(actor: Actor, roster: RosterImport) {
  const outcome = undoImport(actor, roster.id)
  if (outcome.ok)
    return redirectWithToast(paths.import(roster.id), "The import is undone. What it made is gone.")
  if (outcome.reason === "not-imported") return redirect(paths.import(roster.id), 303)
  return refuse(["It cannot be undone any more.", ...outcome.obstacles].join(" "), 409)
}

const refuse = (refused: string, status: number) => data({ refused }, { status })

export const meta: MetaFunction<typeof loader> = ({ data: found }) => [
  { title: `Import ${found?.fileName ?? "a roster"} · Tutti` },
]

const stepNames = { columns: "Columns", check: "Check", result: "Done" } as const

export default function Import() {
  const found = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const rows = found.rowCount === 1 ? "1 row" : `${found.rowCount.toLocaleString("en-US")} rows`
  return (
    <>
      {answer && "refused" in answer ? (
        <Note tone="red">
          <p role="alert">{answer.refused}</p>
        </Note>
      ) : null}
      <PageHead
        back={{ to: paths.imports(), label: "Import a roster" }}
        title={found.fileName}
        expression={rows}
      />
      <ImportSteps current={stepNames[found.step]} />
      {found.step === "columns" ? (
        <>
          <Reread encoding={found.encoding} delimiter={found.delimiter} />
          <ColumnsStep
            {...found}
            lastResult={answer && "result" in answer ? answer.result : undefined}
            key={`${found.encoding}${found.delimiter}`}
          />
        </>
      ) : found.step === "check" ? (
        <CheckStep {...found} importId={found.id} />
      ) : (
        <ResultStep {...found} importId={found.id} />
      )}
    </>
  )
}
