import type { ReactNode } from "react"

/** How a message of the server looks, by its tone. */
export const toastTones = { good: "done", plain: "plain", bad: "failed" } as const
export type ToastTone = keyof typeof toastTones

const looks = { done: "toast", plain: "toast plain", failed: "toast bad" }

type ToastProps = {
  /** plain: what the person has stopped themself */
  tone?: keyof typeof looks
  title?: string
  children?: ReactNode
  /** such as an Undo form; works without a script */
  action?: ReactNode
  /** takes the message away; only a script can */
  onClose?: () => void
  /** it comes into a live region, which announces what was done; a failure announces itself */
  inRegion?: boolean
}

/** A banner: what was done, or what failed. */
export function Toast({ tone = "done", title, children, action, onClose, inRegion }: ToastProps) {
  const role = tone === "failed" ? "alert" : inRegion ? undefined : "status"
  return (
    <div className={looks[tone]} role={role} data-toast={tone}>
      <p>
        {title ? <b>{title}</b> : null} {children}
      </p>
      {action || onClose ? (
        <div className="buttons">
          {action}
          {onClose ? (
            <button type="button" className="button plain" onClick={onClose}>
              Dismiss
            </button>
          ) : null}
        </div>
      ) : null}
    </div>
  )
}
