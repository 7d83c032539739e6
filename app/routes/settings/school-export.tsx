import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { PostForm } from "~/components/form/post-form"
import { Button } from "~/components/ui/button"
import { PageHead } from "~/components/ui/page-head"
import { requireMemberPaidOrNot } from "~/http/guards.server"
import { paths } from "~/utils/paths"

/** Everything of the school to take away; open also while the subscription is not. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMemberPaidOrNot(request, "school:administer")
  return { schoolName: actor.school.name }
}

export const meta: MetaFunction = () => [{ title: "Export · Tutti" }]

export default function SchoolExport() {
  const { schoolName } = useLoaderData<typeof loader>()
  return (
    <div className="stack narrow">
      <PageHead
        back={{ to: paths.administration(), label: "Administration" }}
        title={`Everything of ${schoolName}`}
      />
      <p>
        One ZIP file with a spreadsheet for each kind of thing: people, classes, lessons, registers, invoices,
        payments, notes, messages, the log; and all of it once more as JSON for other programs. It holds
        personal data of every family: keep it where only you can read it.
      </p>
      <p className="dim">
        Passwords are not in it. The school’s log says who downloaded it and when. You can do this also while
        the subscription is not active.
      </p>
      <PostForm reloadDocument action={paths.schoolExportFile()}>
        <Button type="submit" variant="primary">
          Download everything
        </Button>
      </PostForm>
    </div>
  )
}
