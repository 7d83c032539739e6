import type { ReactNode } from "react"

/** An empty list: what belongs here and why, with at most one action. */
export function EmptyState({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="empty-state">
      <div className="empty-staff">
        <svg aria-hidden="true" viewBox="0 0 16 40">
          <path d="M4.5 2 11 12c-3 3-2.6 6.5 1 10.5-3.6-1.6-6.4-.7-4.2 5.5C3.5 25 3 20.5 6.8 19.5L3 13c3-2.8 3.3-6.5 1.5-11z" />
        </svg>
      </div>
      <p>{children}</p>
      {action}
    </div>
  )
}
