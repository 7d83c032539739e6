import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { ActButton, PostForm } from "~/components/form/post-form"
import { framed } from "~/components/shell/frame"
import { Button, Link } from "~/components/ui/button"
import { DataTable, EmptyState, Pagination } from "~/components/ui/data-table"
import { LedgerList } from "~/components/ui/ledger-list"
import { Status } from "~/components/ui/status"
import { Tabs } from "~/components/ui/tabs"
import { requireStaff } from "~/http/guards.server"
import { idIn, intents } from "~/http/intents.server"
import { paged } from "~/http/page-number"
import { redirectWithToast } from "~/http/toast.server"
import type { SuperActor } from "~/models/foundation/access/actor"
import { asOneAct } from "~/models/foundation/access/rehearse.server"
import { findLastSound } from "~/models/platform/backup/backup.server"
import type { IntegrityCheck } from "~/models/platform/integrity/integrity"
import {
  checkIntegrity,
  findDatabaseFacts,
  listLeads,
  listTables,
} from "~/models/platform/integrity/integrity.server"
import { queueLabels, queueStates } from "~/models/platform/queue/queues"
import { countQueues, listJobs, listMail, retryJobs, retryMail } from "~/models/platform/queue/queues.server"
import { recordPlatformAct } from "~/models/platform/staff-act/staff-act.server"
import { replicationFacts } from "~/providers/replication/replication-facts.server"
import { bytesText } from "~/utils/bytes"
import { countOf } from "~/utils/formats"
import { pageOf } from "~/utils/page-number"
import { paths } from "~/utils/paths"
import { staffTimeAndZone } from "~/utils/work-times.server"

const views = ["state", "tables", "jobs", "mail"] as const

/** The file, its tables, the queues, and whether everything fits together. */
export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "machine:read")
  const query = new URL(request.url).searchParams
  const show = views.find((view) => view === query.get("show")) ?? "state"
  const state = queueStates.find((each) => each === query.get("state")) ?? "given-up"
  const queues = countQueues(staff)
  if (show === "state") return { show, state, queues, facts: factsOf(staff), tables: null, queue: null }
  if (show === "tables") return { show, state, queues, facts: null, tables: listTables(staff), queue: null }
  const page = pageOf(query)
  const { rows, total } = show === "jobs" ? listJobs(staff, state, page) : listMail(staff, state, page)
  return {
    show,
    state,
    queues,
    facts: null,
    tables: null,
    queue: {
      pages: paged(request, total),
      rows: rows.map(({ id, kind, schoolName, to, attempts, dueAt, doneAt, lastError }) => ({
        id,
        kind,
        about: [to, schoolName].filter(Boolean).join(", ") || "Platform",
        attempts,
        when: doneAt ? staffTimeAndZone(doneAt) : `Due ${staffTimeAndZone(dueAt)}`,
        lastError,
      })),
    },
  }
}

const schemaLabels = {
  newest: "Up to date",
  behind: "Older than this build",
  ahead: "Newer than this build",
} as const

function factsOf(staff: SuperActor): [string, string][] {
  const { bytes, freeBytes, logBytes, version, journal, schema } = findDatabaseFacts(staff)
  const { at, isLate } = findLastSound(staff)
  return [
    ...replicationFacts(listLeads(staff).map(({ node, beganAt }) => `${node}, ${staffTimeAndZone(beganAt)}`)),
    [
      "Last verified backup",
      at === null ? "None yet" : `${staffTimeAndZone(at)}${isLate ? ", overdue" : ""}`,
    ],
    ["Schema", schemaLabels[schema]],
    ["File", bytesText(bytes)],
    ["Free space in the file", bytesText(freeBytes)],
    ["Write-ahead log", bytesText(logBytes)],
    ["SQLite", `${version}, ${journal}`],
  ]
}

export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request, "machine:act")
  const idOf = (form: FormData) => (form.has("id") ? idIn(form, "id") : undefined)
  return intents(request, paths.platformDatabase(), {
    check: () => {
      asOneAct(() => recordPlatformAct(staff, { verb: "check-database", about: "Database checks" }))
      return data({ checks: checkIntegrity(staff) })
    },
    "retry-jobs": (form) => tried("jobs", retryJobs(staff, idOf(form))),
    "retry-mail": (form) => tried("mail", retryMail(staff, idOf(form))),
  })
}

const tried = (show: "jobs" | "mail", count: number) =>
  redirectWithToast(
    paths.platformDatabase({ show }),
    count === 0
      ? { title: "Nothing to retry", text: "It has already been retried or finished.", tone: "bad" }
      : `Retrying ${show === "jobs" ? countOf(count, "job", "jobs") : countOf(count, "email", "emails")}.`,
  )

export const { handle, meta } = framed({
  title: "Database",
})

export default function Database() {
  const { show, state, queues, facts, tables, queue } = useLoaderData<typeof loader>()
  const checks = useActionData<typeof action>()?.checks
  const givenUp = (noun: "jobs" | "mail") =>
    queues[noun]["given-up"] ? `, ${queues[noun]["given-up"]} failed` : ""
  return (
    <>
      <Tabs
        label="Views"
        tabs={[
          { to: paths.platformDatabase(), label: "Status and checks", current: show === "state" },
          { to: paths.platformDatabase({ show: "tables" }), label: "Tables", current: show === "tables" },
          {
            to: paths.platformDatabase({ show: "jobs" }),
            label: `Jobs${givenUp("jobs")}`,
            current: show === "jobs",
          },
          {
            to: paths.platformDatabase({ show: "mail" }),
            label: `Email${givenUp("mail")}`,
            current: show === "mail",
          },
        ]}
      />
      {facts ? (
        <>
          <LedgerList facts rows={facts.map(([label, amount]) => ({ label, amount }))} />
          <section className="section" aria-labelledby="checks">
            <h2 id="checks">Integrity check</h2>
            <p>
              Checks every page, every reference and the schools’ balances. The app pauses while it runs, for
              a few seconds on a large database.
            </p>
            <ActButton label="Run check" intent="check" pending="Checking…" variant="primary" />
            {checks ? <IntegrityList checks={checks} /> : null}
          </section>
        </>
      ) : null}
      {tables ? (
        <DataTable
          caption="Tables, largest first"
          columns={[
            { label: "Table", cell: ({ name }) => name },
            { label: "Rows", numeric: true, cell: ({ rows }) => rows.toLocaleString("en-US") },
            { label: "Size with indexes", numeric: true, cell: ({ bytes }) => bytesText(bytes) },
          ]}
          rows={tables}
          rowKey={({ name }) => name}
        />
      ) : null}
      {queue && (show === "jobs" || show === "mail") ? (
        <>
          <Tabs
            label="State"
            tabs={queueStates.map((each) => ({
              to: paths.platformDatabase({ show, state: each }),
              label: `${queueLabels[each]} ${queues[show][each]}`,
              current: each === state,
            }))}
          />
          {show === "mail" ? (
            <p>
              <Link to={paths.platformReturnedEmails()}>Returned emails</Link>
            </p>
          ) : null}
          {queue.rows.length === 0 ? (
            <EmptyState>{state === "given-up" ? "Nothing has failed." : "The queue is empty."}</EmptyState>
          ) : (
            <>
              <QueueTable noun={show} rows={queue.rows} canRetry={state === "given-up"} />
              <Pagination {...queue.pages} />
            </>
          )}
          {state === "given-up" && queue.pages.total > 1 ? (
            <ActButton
              label={`Retry all ${queue.pages.total}`}
              intent={`retry-${show}`}
              pending="Retrying…"
            />
          ) : null}
        </>
      ) : null}
    </>
  )
}

/** What each integrity check found; an empty result is good. */
function IntegrityList({ checks }: { checks: IntegrityCheck[] }) {
  return (
    <DataTable
      caption="Database checks"
      columns={[
        { label: "Check", cell: ({ name }) => name },
        {
          label: "Result",
          cell: ({ found }) =>
            found === 0 ? (
              <Status tone="ok">Passed</Status>
            ) : (
              <Status tone="bad">{countOf(found, "row fails", "rows fail")}</Status>
            ),
        },
        {
          label: "Examples",
          cell: ({ examples }) => <span className="long-text dim">{examples.join(", ") || "–"}</span>,
        },
      ]}
      rows={checks}
      rowKey={({ name }) => name}
    />
  )
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

type QueueLine = NonNullable<Loaded["queue"]>["rows"][number]

type QueueTableProps = { noun: "jobs" | "mail"; rows: QueueLine[]; canRetry: boolean }

/** Jobs or mail of one state; what was given up can have another chance. */
function QueueTable({ noun, rows, canRetry }: QueueTableProps) {
  return (
    <DataTable
      caption={noun === "jobs" ? "Jobs" : "Email"}
      columns={[
        {
          label: noun === "jobs" ? "Type" : "Email",
          cell: ({ kind }) => <span className="long-text">{kind}</span>,
        },
        {
          label: noun === "jobs" ? "School" : "To",
          cell: ({ about }) => <span className="long-text">{about}</span>,
        },
        { label: "When", cell: ({ when }) => when },
        { label: "Attempts", numeric: true, cell: ({ attempts }) => attempts },
        {
          label: "Last error",
          cell: ({ lastError }) => (
            <span className="long-text">{lastError ?? <span className="dim">None</span>}</span>
          ),
        },
        ...(canRetry
          ? [
              {
                label: "Actions",
                action: true,
                cell: ({ id, kind }: QueueLine) => (
                  <PostForm sends={{ id }}>
                    <Button intent={`retry-${noun}`} aria-label={`Try again: ${kind}`}>
                      Try again
                    </Button>
                  </PostForm>
                ),
              },
            ]
          : []),
      ]}
      rows={rows}
    />
  )
}
