import { PostForm } from "~/components/form/post-form"
import { Button } from "~/components/ui/button"
import { DataTable } from "~/components/ui/data-table"
import { Link } from "~/components/ui/link"
import { Status } from "~/components/ui/status"
import { type Answer, answerLabels, mostCompanions } from "~/models/teaching/occasion/occasion"
import { countOf } from "~/utils/count-of"

export type Guest = {
  studentId: string
  name: string
  answer: Answer | null
  /** how many come along */
  companions?: number
  /** who of the office entered the answer */
  enteredBy?: string | null
  /** where the fee stands, as text */
  fee?: string | null
}

type GuestListProps = {
  guests: Guest[]
  /** a student's page; undefined for one whom the reader doesn't teach */
  studentTo: (studentId: string) => string | undefined
  /** false in a draft, which families don’t know */
  isAsked: boolean
  /** a button to take each off the event */
  canRemove?: boolean
  /** buttons for what a family said on the phone */
  canAnswer?: boolean
}

/** The students of an event, with what their families answered. */
export function GuestList({
  guests,
  studentTo,
  isAsked,
  canRemove = false,
  canAnswer = false,
}: GuestListProps) {
  return (
    <DataTable
      caption="Invited students"
      rows={guests}
      rowKey={({ studentId }) => studentId}
      columns={[
        {
          label: "Student",
          cell: ({ studentId, name }) => {
            const to = studentTo(studentId)
            return to ? <Link to={to}>{name}</Link> : name
          },
        },
        ...(isAsked
          ? [
              {
                label: "Answer",
                cell: ({ answer, companions, enteredBy }: Guest) => (
                  <>
                    <AnswerStatus answer={answer} companions={companions} />{" "}
                    {enteredBy ? <span className="dim"> entered by {enteredBy}</span> : null}
                  </>
                ),
              },
            ]
          : []),
        ...(guests.some(({ fee }) => fee)
          ? [{ label: "Fee", cell: ({ fee }: Guest) => fee ?? <span className="dim">–</span> }]
          : []),
        ...(canRemove || canAnswer
          ? [
              {
                label: "Action",
                action: true,
                cell: (guest: Guest) => (
                  <PostForm className="buttons">
                    <input type="hidden" name="student" value={guest.studentId} />
                    {canAnswer ? (
                      <label>
                        Guests{" "}
                        <input
                          className="w-16"
                          type="number"
                          name="companions"
                          min={0}
                          max={mostCompanions}
                          defaultValue={guest.companions ?? 0}
                          aria-label={`Guests who come along: ${guest.name}`}
                        />
                      </label>
                    ) : null}
                    {actsOn(guest, { canRemove, canAnswer }).map(([intent, label]) => (
                      <Button
                        key={intent}
                        type="submit"
                        name="intent"
                        value={intent}
                        data-main={intent === "enter-yes" ? "" : undefined}
                        variant="plain"
                        aria-label={`${label}: ${guest.name}`}
                      >
                        {label}
                      </Button>
                    ))}
                  </PostForm>
                ),
              },
            ]
          : []),
      ]}
    />
  )
}

const actsOn = (
  { answer, enteredBy }: Guest,
  { canRemove, canAnswer }: { canRemove: boolean; canAnswer: boolean },
): [intent: string, label: string][] => [
  ...(canAnswer
    ? [["enter-yes", answer === "yes" ? "Save guests" : "Takes part"] satisfies [string, string]]
    : []),
  ...(canAnswer && answer !== "no" ? [["enter-no", "Can’t come"] satisfies [string, string]] : []),
  ...(canAnswer && enteredBy ? [["undo-answer", "Undo answer"] satisfies [string, string]] : []),
  ...(canRemove ? [["remove", "Remove"] satisfies [string, string]] : []),
]

export function AnswerStatus({ answer, companions = 0 }: { answer: Answer | null; companions?: number }) {
  if (answer === null) return <Status head="open">{answerLabels.none}</Status>
  return answer === "yes" ? (
    <Status head="on" tone="ok">
      {companions > 0 ? `${answerLabels.yes}, with ${countOf(companions, "guest")}` : answerLabels.yes}
    </Status>
  ) : (
    <Status head="rest">{answerLabels.no}</Status>
  )
}
