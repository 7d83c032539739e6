import type { ReactNode } from "react"

type ToastProps = {
  tone?: "done" | "failed"
  title?: string
  children?: ReactNode
  /** such as an Undo form; works without a script */
  action?: ReactNode
}

/** A banner that stays until the next page: what was done, or what failed and what was kept. */
export function Toast({ tone = "done", title, children, action }: ToastProps) {
  return (
    <div className={tone === "done" ? "toast" : "toast bad"} role={tone === "done" ? "status" : "alert"}>
      <p>
        {title ? <b>{title}</b> : null} {children}
      </p>
      {action}
    </div>
  )
}
