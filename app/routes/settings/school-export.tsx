import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { PostForm } from "~/components/form/post-form"
import { Button } from "~/components/ui/button"
import { PageHead } from "~/components/ui/page-head"
import { requireMemberPaidOrNot } from "~/http/guards.server"
import { paths } from "~/utils/paths"

/** Exports all of the school’s data, also without an active subscription. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMemberPaidOrNot(request, "school:administer")
  return { schoolName: actor.school.name }
}

export const meta: MetaFunction = () => [{ title: "Export everything · Tutti" }]

export default function SchoolExport() {
  const { schoolName } = useLoaderData<typeof loader>()
  return (
    <div className="stack narrow">
      <PageHead
        back={{ to: paths.administration(), label: "Administration" }}
        title={`Export ${schoolName}`}
      />
      <p>
        One ZIP file with a spreadsheet for each type of record: people, classes, lessons, attendance,
        invoices, payments, notes, messages and activity. The same data is included as JSON for other
        programs. It contains personal data of every family, so store it where only you can read it.
      </p>
      <p className="dim">
        Passwords aren’t included. Your school’s activity shows who downloaded it and when. You can export
        even without an active subscription.
      </p>
      <PostForm reloadDocument action={paths.schoolExportFile()}>
        <Button type="submit" variant="primary">
          Download everything
        </Button>
      </PostForm>
    </div>
  )
}
