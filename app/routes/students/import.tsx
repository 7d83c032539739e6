import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node"
import { redirect, useActionData, useLoaderData } from "@remix-run/react"
import { CheckStep } from "~/components/exchange/roster-import/check-step"
import { ColumnsStep } from "~/components/exchange/roster-import/columns-step"
import { Headings } from "~/components/exchange/roster-import/headings"
import { ImportSteps } from "~/components/exchange/roster-import/import-steps"
import { ProgressStep } from "~/components/exchange/roster-import/progress-step"
import { RereadForm as Reread } from "~/components/exchange/roster-import/reread-form"
import { ResultStep } from "~/components/exchange/roster-import/result-step"
import { pageTitle } from "~/components/shell/frame"
import { Callout } from "~/components/ui/callout"
import { PageHead } from "~/components/ui/page-head"
import { notFound, requireMember } from "~/http/guards.server"
import { act, intents } from "~/http/intents.server"
import { readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import { isColumnUse } from "~/models/exchange/roster/roster-fields"
import { readHeadingValue } from "~/models/exchange/roster/roster-layout"
import { viewColumns } from "~/models/exchange/roster-import/column-view.server"
import { LayoutForm, RereadForm, UseForm } from "~/models/exchange/roster-import/columns-form"
import { describePlan } from "~/models/exchange/roster-import/dry-run"
import { viewProgress, viewResult } from "~/models/exchange/roster-import/import-result.server"
import { countKept, planImportInTurns } from "~/models/exchange/roster-import/plan-import.server"
import { countPast, findPlannedClashes } from "~/models/exchange/roster-import/planned-lessons.server"
import {
  findImportFacts,
  keepUnreadable,
  readImportInTurns,
  takeColumn,
} from "~/models/exchange/roster-import/roster-import.server"
import { queueImportSteps } from "~/models/exchange/roster-import/run-import.server"
import { startUndo } from "~/models/exchange/roster-import/undo-import.server"
import { changeLayout, rereadImport } from "~/models/exchange/roster-import/upload-roster.server"
import type { Actor } from "~/models/foundation/access/actor"
import { runRefusals } from "~/texts/exchange/refusals"
import { countOf } from "~/utils/formats"
import { inTurns } from "~/utils/in-turns"
import { pageOf } from "~/utils/page-number"
import { paths } from "~/utils/paths"
import { type CheckDecision, decideCheck } from "./import-check.server"
import { chooseColumns } from "./import-columns.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "roster:import")
  const importId = params.importId ?? ""
  const facts = findImportFacts(actor, importId)
  if (!facts) throw notFound()
  const common = { id: facts.id, fileName: facts.fileName, refreshWithoutScript: undefined, rowCount: null }
  if (facts.state === "importing" || facts.state === "undoing")
    return {
      ...common,
      refreshWithoutScript: `3;url=${paths.import(importId)}`,
      step: "progress" as const,
      ...viewProgress(facts),
    }
  const search = new URL(request.url).searchParams
  const page = pageOf(search)
  const roster = await readImportInTurns(actor, importId, facts)
  if (!roster) throw notFound()
  const known = { ...common, rowCount: roster.rows.length }
  if (facts.state !== "uploaded")
    return { ...known, step: "result" as const, ...(await viewResult(actor, roster, page)) }

  const planned = await planImportInTurns(actor, importId)
  if (!planned) throw notFound()
  const { plan, fingerprint } = planned
  const { encoding, delimiter, options, fileProblems, wasRefused } = roster
  const isSolo = actor.school.kind === "solo"
  if (search.get("step") === "check" || (wasRefused && !search.has("step"))) {
    const { named, ...clashes } = await inTurns(findPlannedClashes(actor, plan, options.lessonsFrom))
    return {
      ...known,
      step: "check" as const,
      run: describePlan(roster, plan, { problems: page, perhapsKnown: pageOf(search, "duplicates") }, named),
      clashes,
      kept: await countKept(actor, planned, facts.id),
      fingerprint,
      fileProblems,
      wasRefused,
      lessonsFrom: options.lessonsFrom,
      past: await inTurns(countPast(actor, plan, options.lessonsFrom)),
      keepsUnreadable: options.unreadable === "keep-in-notes",
      currency: actor.school.currency,
      isSolo,
    }
  }
  const view = viewColumns(actor, roster, plan)
  return { ...known, step: "columns" as const, view, options, encoding, delimiter, fileProblems, isSolo }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "roster:import")
  const importId = params.importId ?? ""
  if (!findImportFacts(actor, importId)) throw notFound()
  const leads = (run: () => void, step?: "check") =>
    act({ run: () => void run(), to: paths.import(importId, step) })
  const columns = (form: FormData) => chooseColumns(actor, importId, form)
  const check = (decision?: CheckDecision) => (form: FormData) => decideCheck(actor, importId, form, decision)
  const end = () => undo(actor, importId)
  return intents(request, paths.import(importId), {
    columns,
    find: columns,
    reread: (form) => reread(actor, importId, form),
    layout: (form) => chooseLayout(actor, importId, form),
    use: (form) => chooseField(actor, importId, form),
    "keep-unreadable": leads(() => keepUnreadable(actor, importId), "check"),
    check: check(),
    "leave-out-all": check("leave-out-all"),
    "keep-all": check("keep-all"),
    import: check("import"),
    cancel: end,
    undo: end,
    continue: leads(() => queueImportSteps(actor, importId)),
    else: () => refuse("We didn’t recognize that form. Choose an option below.", 400),
  })
}

async function reread(actor: Actor, importId: string, form: FormData) {
  const submission = readForm(form, { schema: RereadForm })
  if (submission.status !== "success")
    return refuse("Choose an encoding and a separator from the lists.", 400)
  const { encoding, delimiter } = submission.value
  const result = await rereadImport(actor, importId, {
    encoding,
    delimiter: delimiter === "tab" ? "\t" : delimiter,
  })
  if (!result.ok && result.reason === "unreadable") return refuse(result.message, 400)
  return redirect(paths.import(importId), 303)
}

async function chooseLayout(actor: Actor, importId: string, form: FormData) {
  const submission = readForm(form, { schema: LayoutForm })
  const sheets =
    submission.status === "success"
      ? submission.value.sheets.map(({ read, headings, leaveOutHidden, shape }) => ({
          isRead: read === "yes",
          shape,
          leavesOutHidden: leaveOutHidden === "yes",
          headings: readHeadingValue(headings),
        }))
      : []
  const chosen = sheets.flatMap(({ headings, ...sheet }) => (headings ? [{ ...sheet, headings }] : []))
  if (chosen.length === 0 || chosen.length < sheets.length)
    return refuse("Choose the headings and the layout from the lists.", 400)
  const result = await changeLayout(actor, importId, chosen)
  if (!result.ok && result.reason === "unreadable") return refuse(result.message, 400)
  return redirect(paths.import(importId), 303)
}

function chooseField(actor: Actor, importId: string, form: FormData) {
  const submission = readForm(form, { schema: UseForm })
  if (submission.status !== "success" || !isColumnUse(submission.value.use))
    return refuse("Choose a field for the column from the list.", 400)
  takeColumn(actor, importId, submission.value.column, submission.value.use)
  return redirect(paths.import(importId, "check"), 303)
}

async function undo(actor: Actor, importId: string) {
  const result = await startUndo(actor, importId)
  if (result.ok && result.isDone)
    return redirectWithToast(paths.import(importId), undoneText(actor, importId))
  if (result.ok || result.reason === "not-imported") return redirect(paths.import(importId), 303)
  return refuse(["This import can no longer be undone or canceled.", ...result.obstacles].join(" "), 409)
}

/** States exactly what was undone, because part of the import may already be in use. */
function undoneText(actor: Actor, importId: string): string {
  const facts = findImportFacts(actor, importId)
  if (facts?.summary && JSON.parse(facts.summary).kept)
    return "Part of the import was kept. The reasons are below."
  if (facts?.canceledAt) return "Import canceled. Everything it created was deleted."
  return "Import undone. Everything it created was deleted."
}

const refuse = (refused: string, status: number) => data({ refused }, { status })

export const meta = pageTitle<typeof loader>(
  (found) => `Import ${found.fileName ?? "a roster"}`,
  "Import a roster",
)

const stepNames = { columns: "Columns", check: "Check", progress: "Done", result: "Done" } as const

export default function Import() {
  const found = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const rows = found.rowCount === null ? "" : countOf(found.rowCount, "row")
  return (
    <>
      {answer && "refused" in answer ? (
        <Callout tone="red">
          <p role="alert">{answer.refused}</p>
        </Callout>
      ) : null}
      <PageHead
        back={{ to: paths.imports(), label: "Import a roster" }}
        title={found.fileName}
        expression={rows || undefined}
      />
      <ImportSteps current={stepNames[found.step]} />
      {found.step === "columns" ? (
        <>
          {found.encoding === "xlsx" ? null : (
            <Reread encoding={found.encoding} delimiter={found.delimiter} />
          )}
          <Headings view={found.view} />
          <ColumnsStep
            {...found}
            lastResult={answer && "result" in answer ? answer.result : undefined}
            teachers={answer && "teachers" in answer ? answer.teachers : undefined}
            key={`${found.encoding}${found.delimiter}${found.view.headingText}${found.rowCount}`}
          />
        </>
      ) : found.step === "check" ? (
        <>
          {found.wasRefused && !answer ? (
            <Callout tone="red">
              <p role="alert">{runRefusals.changed}</p>
            </Callout>
          ) : null}
          <CheckStep
            {...found}
            importId={found.id}
            lastResult={answer && "result" in answer ? answer.result : undefined}
          />
        </>
      ) : found.step === "progress" ? (
        <ProgressStep {...found} />
      ) : (
        <ResultStep {...found} importId={found.id} />
      )}
    </>
  )
}
