import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { PostForm, SubmitButton } from "~/components/form/post-form"
import { framed } from "~/components/shell/frame"
import { Link } from "~/components/ui/button"
import { DataTable, Pagination } from "~/components/ui/data-table"
import { requireStaff } from "~/http/guards.server"
import { act, intents } from "~/http/intents.server"
import { paged, readPage } from "~/http/page-number"
import { redirectWithToast } from "~/http/toast.server"
import { cleanupKinds, cleanupLabels, countText } from "~/models/platform/cleanup/cleanup"
import {
  countCleanup,
  dryRun,
  listAbandoned,
  listCleanupRuns,
  runCleanup,
} from "~/models/platform/cleanup/cleanup.server"
import { formatDate } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { staffTimeAndZone } from "~/utils/work-times.server"
import { localDate } from "~/utils/zones"

const dayOf = (at: number) => formatDate(localDate(at, "UTC"), "medium")

/** What can go, tried dry or done, and the log of it. */
export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "machine:read")
  const page = readPage(request)
  const counts = countCleanup(staff)
  const { rows, total } = listCleanupRuns(staff, page)
  const of = new URL(request.url).searchParams.get("of") ?? undefined
  const chosen = of?.split(",")
  return {
    of,
    kinds: cleanupKinds.map((kind) => ({
      kind,
      ...cleanupLabels[kind],
      found: counts[kind],
      isTicked: chosen?.includes(kind) ?? true,
    })),
    abandoned: listAbandoned(staff).map(({ school }) => ({
      id: school.id,
      name: school.name,
      registeredOn: dayOf(school.createdAt),
    })),
    pages: paged(request, total),
    runs: rows.map(({ id, isDry, counts: of, createdAt, by }) => ({
      id,
      what: isDry ? "Dry run" : "Run",
      by: by ?? "Scheduled",
      at: staffTimeAndZone(createdAt),
      found: countText(of),
    })),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request, "machine:act")
  const form = await request.formData()
  const chosen = form.getAll("kind")
  const kinds = cleanupKinds.filter((kind) => chosen.includes(kind))
  const clean = async (isDry: boolean) => {
    if (kinds.length === 0)
      return redirectWithToast(paths.cleanup({ of: "none" }), {
        title: "Nothing selected",
        text: "Select what to remove, then try again.",
        tone: "bad",
      })
    if (!isDry)
      return redirectWithToast(paths.cleanup(), `Removed: ${countText(await runCleanup(staff, kinds))}.`)
    // What was counted stays the choice: the next button removes no more than that.
    const found = `Dry run: ${countText(dryRun(staff, kinds))} would be removed.`
    return redirectWithToast(paths.cleanup({ of: kinds.join() }), found)
  }
  return intents(form, paths.cleanup(), {
    dry: () => clean(true),
    run: () => clean(false),
    else: act({ run: () => undefined }),
  })
}

export const { handle, meta } = framed({
  title: "Cleanup",
})

export default function CleanupDetails() {
  const { kinds, abandoned, runs, pages } = useLoaderData<typeof loader>()
  return (
    <>
      <PostForm className="stack">
        <fieldset className="stack">
          <legend className="visually-hidden">What to remove</legend>
          <DataTable
            caption="Data that can be removed"
            columns={[
              {
                label: "What",
                cell: ({ kind, title, isTicked }) => (
                  <label className="checkbox">
                    <input
                      type="checkbox"
                      name="kind"
                      value={kind}
                      defaultChecked={isTicked}
                      key={String(isTicked)}
                    />
                    <span>{title}</span>
                  </label>
                ),
              },
              { label: "Criteria", cell: ({ about }) => <span className="dim">{about}</span> },
              { label: "Found", numeric: true, cell: ({ found }) => found },
            ]}
            rows={kinds}
            rowKey={({ kind }) => kind}
          />
        </fieldset>
        <p className="buttons">
          <SubmitButton intent="dry" isMain pending="Counting…" label="Dry run" />
          <SubmitButton intent="run" variant="danger" pending="Removing…" label="Remove selected" />
        </p>
      </PostForm>
      {abandoned.length > 0 ? (
        <section className="section" aria-labelledby="abandoned">
          <h2 id="abandoned">Abandoned registrations</h2>
          <ul className="rows">
            {abandoned.map(({ id, name, registeredOn }) => (
              <li key={id}>
                <Link to={paths.platformSchool(id)}>{name}</Link>{" "}
                <span className="dim">Registered {registeredOn}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <section className="section" aria-labelledby="log">
        <h2 id="log">Log</h2>
        <DataTable
          caption="Runs, newest first"
          columns={[
            { label: "When", cell: ({ at }) => at },
            { label: "Type", cell: ({ what }) => what },
            { label: "By", cell: ({ by }) => by },
            { label: "Found", cell: ({ found }) => <span className="long-text">{found}</span> },
          ]}
          rows={runs}
          empty="No runs yet. Each run is logged here."
        />
        <Pagination {...pages} />
      </section>
    </>
  )
}
