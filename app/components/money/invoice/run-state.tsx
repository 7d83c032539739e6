import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { Callout } from "~/components/ui/callout"
import { Link } from "~/components/ui/link"
import type { RunState } from "~/models/money/invoice/invoice-run"
import { countOf } from "~/utils/count-of"
import { paths } from "~/utils/paths"

export const runStateLabels: Record<RunState, string> = {
  running: "Sending invoices",
  held: "Emails waiting",
  sent: "Sent",
  undoing: "Being undone",
  undone: "Undone",
}

type RunStateProps = {
  run: {
    state: RunState
    taskId: string | null
    undoTaskId: string | null
    holdMinutes: number
    /** When the emails leave, or the undo began, as text. */
    leavesAt: string | null
    undoneAt: string | null
  }
  voided: number
}

/** Where a run is, and what can still be done about it. */
export function RunStatePart({ run, voided }: RunStateProps) {
  switch (run.state) {
    case "running":
      return (
        <Callout>
          <p>
            This run is still sending invoices.{" "}
            {run.taskId ? <Link to={paths.task(run.taskId)}>See progress</Link> : null}
          </p>
        </Callout>
      )
    case "held":
      return <HeldRun leavesAt={run.leavesAt ?? ""} />
    case "sent":
      return (
        <p className="dim">
          {run.holdMinutes === 0
            ? "Emails were sent at once, so this run can’t be undone. "
            : "Its emails have left, so this run can’t be undone. "}
          Void its invoices one at a time, or select them under <Link to={paths.billing()}>Invoices</Link>.
          How long emails wait is set in <Link to={paths.schoolSettings()}>School settings</Link>.
        </p>
      )
    case "undoing":
      return (
        <Callout>
          <p>
            This run is being undone.{" "}
            {run.undoTaskId ? <Link to={paths.task(run.undoTaskId)}>See progress</Link> : null}
          </p>
        </Callout>
      )
    case "undone":
      return (
        <Callout tone="amber">
          <p>
            Undone {run.undoneAt}. {countOf(voided, "invoice")} voided.{" "}
            <Link to={paths.unbilled()}>Ready to invoice</Link> has their items again.
          </p>
        </Callout>
      )
  }
}

function HeldRun({ leavesAt }: { leavesAt: string }) {
  return (
    <Callout>
      <p>
        Emails to families leave at {leavesAt}, and families see these invoices from then on. Until then you
        can undo the run: its invoices become void and keep their numbers, and their items are ready to
        invoice again. An invoice that is paid, or that someone was told of by an automatic payment, stays.
      </p>
      <div className="buttons">
        <PostForm>
          <SubmitButton intent="undo" variant="danger" pending="Undoing…">
            Undo this run
          </SubmitButton>
        </PostForm>
        <PostForm>
          <SubmitButton intent="send-now" variant="secondary" pending="Sending…">
            Send emails now
          </SubmitButton>
        </PostForm>
      </div>
    </Callout>
  )
}

/** On the screens a run concerns: that its emails wait, and the way to undo it. */
export function StandingRuns({ runs }: { runs: { id: string; leavesAt: string }[] }) {
  return runs.map(({ id, leavesAt }) => (
    <Callout key={id}>
      <p>
        Emails of the last invoice run leave at {leavesAt}.{" "}
        <Link to={paths.invoiceRun(id)}>Review or undo it</Link>
      </p>
    </Callout>
  ))
}
