import { Form } from "@remix-run/react"
import type { ReactNode } from "react"
import { FormToken } from "~/components/form/form-token"
import { unansweredForm } from "./unanswered"

/** A logged-in person posts the choice; a visitor takes it along to the registration. */
export function PlanForm({
  formToken,
  registerAt,
  children,
}: {
  formToken?: string
  registerAt: string
  children: ReactNode
}) {
  if (!formToken)
    return (
      <form className="two-columns" action={registerAt}>
        {children}
      </form>
    )
  return (
    <Form method="post" className="two-columns" {...unansweredForm}>
      <FormToken token={formToken} />
      {children}
    </Form>
  )
}
