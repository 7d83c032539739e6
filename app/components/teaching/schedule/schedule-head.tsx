import { LinkButton } from "~/components/ui/button"
import { Link } from "~/components/ui/link"
import { MoreMenu } from "~/components/ui/more-menu"
import { PageHead } from "~/components/ui/page-head"
import { paths } from "~/utils/paths"

type ScheduleHeadProps = {
  heading: string
  over: string | undefined
  date: string
  today: string
  /** what the schedule is narrowed to */
  line: { teacher?: string | undefined; student?: string | undefined; class?: string | undefined }
  arrows: PeriodArrowsProps
}

/** The period with its arrows, and what can be added to a schedule. */
export const ScheduleHead = ({ heading, over, date, today, line, arrows }: ScheduleHeadProps) => (
  <PageHead
    title={heading}
    over={over}
    beside={<PeriodArrows {...arrows} />}
    actions={
      <>
        <LinkButton to={paths.findTime({ student: line.student, teacher: line.teacher })}>
          Find a time
        </LinkButton>
        <LinkButton variant="primary" to={paths.newSession({ date, class: line.class })}>
          Add lesson
        </LinkButton>
        <MoreMenu>
          <LinkButton variant="plain" to={paths.trialLesson({ date })}>
            Book trial
          </LinkButton>
          <LinkButton variant="plain" to={paths.occasions()}>
            Events
          </LinkButton>
          <LinkButton
            variant="plain"
            to={paths.absences({ teacher: line.teacher, from: date < today ? "" : date })}
          >
            Absences
          </LinkButton>
        </MoreMenu>
      </>
    }
  />
)

type PeriodArrowsProps = {
  /** what an arrow goes by: "week" */
  unit: string
  previous: string
  next: string
  today: string
}

const PeriodArrows = ({ unit, previous, next, today }: PeriodArrowsProps) => (
  <span className="buttons no-print">
    <Link className="button" to={previous} rel="prev" title={`Previous ${unit}`}>
      <span aria-hidden="true">←</span> <span className="visually-hidden">Previous {unit}</span>
    </Link>{" "}
    <Link className="button" to={today}>
      Today
    </Link>{" "}
    <Link className="button" to={next} rel="next" title={`Next ${unit}`}>
      <span aria-hidden="true">→</span> <span className="visually-hidden">Next {unit}</span>
    </Link>
  </span>
)
