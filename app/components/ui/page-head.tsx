import type { ReactNode } from "react"
import { Link } from "./button"

export type PageHeadProps = {
  title: ReactNode
  /** a small italic line under the title: an expression mark */
  expression?: ReactNode
  /** the same, above the title: when or where rather than how */
  over?: ReactNode
  /** on the line of the title: its date, or arrows to the ones before and after */
  beside?: ReactNode
  /** the page one level up */
  back?: { to: string; label: string }
  /** buttons at the right; at most one of them is primary */
  actions?: ReactNode
}

/** The top of a screen: its one heading, what it is about, what can be done. */
export function PageHead({ title, expression, over, beside, back, actions }: PageHeadProps) {
  const heading = <h1>{title}</h1>
  return (
    <>
      {back ? (
        <p className="back-link no-print">
          <Link to={back.to}>{back.label}</Link>
        </p>
      ) : null}
      <div className="page-head">
        <div>
          {over ? <p className="expression">{over}</p> : null}
          {beside ? (
            <div className="title-line">
              {heading} {beside}
            </div>
          ) : (
            heading
          )}
          {expression ? <p className="expression">{expression}</p> : null}
        </div>
        {actions ? <div className="buttons">{actions}</div> : null}
      </div>
    </>
  )
}
