import { Form } from "@remix-run/react"
import { FormToken } from "~/components/form/form-token"
import { paths } from "~/utils/paths"

export type PlanEndedProps = {
  schoolName: string
  /** The day the plan ended, as text; null when it isn’t known. */
  on: string | null
  mayExport: boolean
  formToken: string
}

/** What a former customer reads above the plans: what is kept, how to download it, and the way out. */
export function PlanEnded({ schoolName, on, mayExport, formToken }: PlanEndedProps) {
  return (
    <div className="section">
      <p className="expression">{schoolName}</p>
      <h1>{on ? `Your plan ended on ${on}` : "Your plan has ended"}</h1>
      <p className="intro">
        We keep your data unless you delete your school. Choose a plan below to open it again.
      </p>
      <div className="buttons">
        {mayExport ? (
          <a className="button" href={paths.schoolExport()}>
            Download everything
          </a>
        ) : null}
        <Form method="post" action={paths.logout()}>
          <FormToken token={formToken} />
          <button className="button plain" type="submit">
            Log out
          </button>
        </Form>
      </div>
    </div>
  )
}
