import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { ActButton } from "~/components/form/post-form"
import { Link } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { EmptyState } from "~/components/ui/data-table"
import { PageHead } from "~/components/ui/page-head"
import { requireMember } from "~/http/guards.server"
import { redirectWithToast } from "~/http/toast.server"
import {
  previewRemoval,
  removeSample,
  type SampleRemoval,
} from "~/models/exchange/sample-data/remove-sample.server"
import { countOf } from "~/utils/formats"
import { paths } from "~/utils/paths"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  const removal = await previewRemoval(actor)
  return { removal: removal ? { parts: partsOf(removal), obstacles: removal.obstacles } : null }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  const removed = await removeSample(actor)
  if (removed.ok)
    return redirectWithToast(
      paths.dashboard(),
      removed.wasThere ? "Sample data removed." : "Your school has no sample data to remove.",
    )
  return data({ isRefused: true }, { status: 409 })
}

const partsOf = ({ counts }: SampleRemoval): string[] =>
  [
    countOf(counts.students, "student"),
    countOf(counts.families, "family", "families"),
    countOf(counts.teachers, "teacher"),
    countOf(counts.classes, "class", "classes"),
    countOf(counts.lessons, "lesson"),
    countOf(counts.charges, "charge"),
    countOf(counts.drafts, "draft invoice"),
  ].filter((part) => !part.startsWith("0 "))

export const meta: MetaFunction = () => [{ title: "Sample data · Tutti" }]

export default function SampleData() {
  const { removal } = useLoaderData<typeof loader>()
  return (
    <div className="form narrow">
      <PageHead title="Sample data" back={{ to: paths.dashboard(), label: "Dashboard" }} />
      {removal ? <Removal {...removal} /> : <EmptyState>Your school has no sample data.</EmptyState>}
    </div>
  )
}

function Removal({ parts, obstacles }: { parts: string[]; obstacles: string[] }) {
  return (
    <>
      {obstacles.length > 0 ? (
        <Callout tone="red">
          <p>
            <b>The sample data can’t be removed yet.</b> Unlink these first, then try again:
          </p>
          <ul>
            {obstacles.map((obstacle) => (
              <li key={obstacle}>{obstacle}</li>
            ))}
          </ul>
        </Callout>
      ) : null}
      <p>
        This removes {parts.join(", ")} and everything entered for them: attendance, make-up credits, notes
        and invitations. Rooms, hours and records of your own stay, and no invoice number is used up.{" "}
        <Link to={paths.auditLog()}>Activity</Link> still says what was done.
      </p>
      <ActButton label="Remove sample data" pending="Removing…" variant="danger" />
    </>
  )
}
