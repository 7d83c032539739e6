import type { ComponentProps, ReactNode } from "react"
import { PageHead, type PageHeadProps } from "~/components/ui/page-head"
import { ErrorSummary } from "./post-form"

type FormPageProps = PageHeadProps & {
  /** the form whose problems are listed first */
  form?: ComponentProps<typeof ErrorSummary>["form"]
  children: ReactNode
}

/** A screen that is one form. */
export const FormPage = ({ form, children, ...head }: FormPageProps) => (
  <div className="form narrow">
    {form ? <ErrorSummary form={form} /> : null}
    <PageHead {...head} />
    {children}
  </div>
)
