import type { ReactNode } from "react"
import { Link } from "./link"

export type PageHeadProps = {
  title: ReactNode
  /** a small italic line under the title: an expression mark */
  expression?: ReactNode
  /** the same, above the title: when or where rather than how */
  over?: ReactNode
  /** one place up */
  back?: { to: string; label: string }
  /** keys at the right; at most one of them is the primary one */
  actions?: ReactNode
}

/** The top of a screen: its one heading, what it is about, what can be done. */
export function PageHead({ title, expression, over, back, actions }: PageHeadProps) {
  return (
    <>
      {back ? (
        <p className="back noprint">
          <Link to={back.to}>{back.label}</Link>
        </p>
      ) : null}
      <div className="head">
        <div>
          {over ? <p className="expr">{over}</p> : null}
          <h1>{title}</h1>
          {expression ? <p className="expr">{expression}</p> : null}
        </div>
        {actions ? <div className="btns">{actions}</div> : null}
      </div>
    </>
  )
}
