import { PostForm } from "~/components/form/post-form"
import { Button } from "~/components/ui/button"
import { DataTable } from "~/components/ui/data-table"
import { Link } from "~/components/ui/link"
import { Status } from "~/components/ui/status"
import { type Answer, answerLabels } from "~/models/teaching/occasion/occasion"

export type Guest = { studentId: string; name: string; answer: Answer | null }

type GuestListProps = {
  guests: Guest[]
  studentTo: (studentId: string) => string
  /** a button to take each off the event */
  canRemove?: boolean
}

/** The students of an event, with what their families answered. */
export function GuestList({ guests, studentTo, canRemove = false }: GuestListProps) {
  return (
    <DataTable
      caption="Invited students"
      rows={guests}
      rowKey={({ studentId }) => studentId}
      columns={[
        {
          label: "Student",
          cell: ({ studentId, name }) => <Link to={studentTo(studentId)}>{name}</Link>,
        },
        { label: "Answer", cell: ({ answer }) => <AnswerStatus answer={answer} /> },
        ...(canRemove
          ? [
              {
                label: "Action",
                action: true,
                cell: ({ studentId, name }: Guest) => (
                  <PostForm>
                    <input type="hidden" name="student" value={studentId} />
                    <Button
                      type="submit"
                      name="intent"
                      value="remove"
                      variant="plain"
                      aria-label={`Remove ${name}`}
                    >
                      Remove
                    </Button>
                  </PostForm>
                ),
              },
            ]
          : []),
      ]}
    />
  )
}

export function AnswerStatus({ answer }: { answer: Answer | null }) {
  if (answer === null) return <Status head="open">{answerLabels.none}</Status>
  return answer === "yes" ? (
    <Status head="on" tone="ok">
      {answerLabels.yes}
    </Status>
  ) : (
    <Status head="rest">{answerLabels.no}</Status>
  )
}
