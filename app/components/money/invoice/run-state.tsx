import { ActButton } from "~/components/form/post-form"
import { Link } from "~/components/ui/button"
import { Callout, CalloutText } from "~/components/ui/callout"
import type { RunState } from "~/models/money/invoice/invoice-run"
import { countOf } from "~/utils/formats"
import { paths } from "~/utils/paths"

export const runStateLabels: Record<RunState, string> = {
  running: "Sending invoices",
  stopped: "Stopped before its end",
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
        <CalloutText>
          This run is still sending invoices.{" "}
          {run.taskId ? <Link to={paths.task(run.taskId)}>See progress</Link> : null}
        </CalloutText>
      )
    case "stopped":
      return <StoppedRun />
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
        <CalloutText>
          This run is being undone.{" "}
          {run.undoTaskId ? <Link to={paths.task(run.undoTaskId)}>See progress</Link> : null}
        </CalloutText>
      )
    case "undone":
      return (
        <CalloutText tone="amber">
          Undone {run.undoneAt}. {countOf(voided, "invoice")} voided.{" "}
          <Link to={paths.unbilled()}>Ready to invoice</Link> has their items again.
        </CalloutText>
      )
  }
}

function HeldRun({ leavesAt }: { leavesAt: string }) {
  return (
    <Callout>
      <p>
        Emails to families leave at {leavesAt}, and families see these invoices from then on. Until then you
        can undo the run: its invoices become void and keep their numbers, and their items are ready to
        invoice again. An invoice that is paid, or whose automatic payment was announced, stays.
      </p>
      <UndoOrSend />
    </Callout>
  )
}

/** The invoices that a run had sent by then are right; the families after them were never billed. */
function StoppedRun() {
  return (
    <Callout tone="amber">
      <p>
        A problem on our side stopped this run before its end, and the emails of these invoices haven’t left.
        Send them, or undo the run. The other families are still{" "}
        <Link to={paths.unbilled()}>ready to invoice</Link>.
      </p>
      <UndoOrSend />
    </Callout>
  )
}

function UndoOrSend() {
  return (
    <div className="buttons">
      <ActButton label="Undo this run" intent="undo" pending="Undoing…" variant="danger" />
      <ActButton label="Send emails now" intent="send-now" pending="Sending…" />
    </div>
  )
}

/** On the screens a run concerns: that its emails wait, and the way to undo it. */
export function StandingRuns({ runs }: { runs: { id: string; leavesAt: string | null }[] }) {
  return runs.map(({ id, leavesAt }) => (
    <CalloutText key={id}>
      {leavesAt
        ? `Emails of the last invoice run leave at ${leavesAt}.`
        : "An invoice run stopped before its end, and its emails haven’t left."}{" "}
      <Link to={paths.invoiceRun(id)}>Review or undo it</Link>
    </CalloutText>
  ))
}
