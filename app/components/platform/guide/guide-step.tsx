import { PostForm, SubmitButton } from "~/components/form/post-form"
import { Link } from "~/components/ui/button"
import { Figure } from "~/components/ui/figure"
import { Status } from "~/components/ui/status"
import type { MetricKey } from "~/models/foundation/metrics/figures"
import type { GuideStepId, MarkedStep } from "~/models/platform/guide/guide"
import { paths } from "~/utils/paths"

/** What the data shows of a step, as a figure with its list. */
const counted: Partial<Record<GuideStepId, { of: MetricKey; to?: string }>> = {
  teachers: { of: "teachers", to: paths.teachers() },
  classes: { of: "classes-open", to: paths.classes({ kind: "all" }) },
  students: { of: "students-all", to: paths.students() },
  schedules: { of: "classes-scheduled" },
  attendance: { of: "attendance-taken" },
  invoices: { of: "invoices-sent", to: paths.billing({ status: "issued" }) },
}

/** One step of Getting Started: what it is, where it is done, and the member's own mark. */
export function GuideStep({ step, index }: { step: MarkedStep; index: number }) {
  const { id, title, description, link, hint, completed, seen } = step
  return (
    <li id={id} className={completed ? "guide-step done" : "guide-step"}>
      <span className="boxed-letter" aria-hidden="true">
        {completed ? "✓" : index}
      </span>
      <div>
        <h3>
          <Link to={link}>{title}</Link>
        </h3>
        <p>{description}</p>
        <p className="small">
          <span className="expression">Hint</span> {hint}
        </p>
        {seen ? (
          <p className="small dim">{counted[id] ? <Figure {...counted[id]}>{seen}.</Figure> : `${seen}.`}</p>
        ) : null}
      </div>
      <PostForm className="guide-action" preventScrollReset sends={{ step: id }}>
        {completed ? <Status tone="ok">Completed</Status> : null}
        <SubmitButton
          variant={completed ? "plain" : "secondary"}
          intent={completed ? "incomplete" : "complete"}
          pending="Saving…"
          aria-label={`Mark as ${completed ? "incomplete" : "complete"}: ${title}`}
        >
          {completed ? "Mark as incomplete" : "Mark as complete"}
        </SubmitButton>
      </PostForm>
    </li>
  )
}
