import { PostForm } from "~/components/form/post-form"
import { Button, Link } from "~/components/ui/button"
import { DataTable } from "~/components/ui/data-table"
import { Status } from "~/components/ui/status"
import { type Answer, answerLabels } from "~/models/teaching/occasion/occasion"
import { countOf } from "~/utils/formats"
import { CompanionsField } from "./companions-field"

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
  /** what a refused answer held */
  sent?: Record<string, unknown> | null | undefined
}

/** The students of an event, with what their families answered. */
export function GuestList({
  guests,
  studentTo,
  isAsked,
  canRemove = false,
  canAnswer = false,
  sent,
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
                  <>
                    {canAnswer ? <GuestAnswer guest={guest} sent={sent} /> : null}{" "}
                    <PostForm className="buttons" sends={{ student: guest.studentId }}>
                      <ActButtons guest={guest} acts={actsOn(guest, { canRemove, canAnswer })} />
                    </PostForm>
                  </>
                ),
              },
            ]
          : []),
      ]}
    />
  )
}

type Acts = [intent: string, label: string][]

/** The form in which the office enters a family's answer for a student. */
export const guestFormId = (studentId: unknown): string => `guest-${studentId}`

/** What a family said on the phone, with those who come along. */
function GuestAnswer({ guest, sent }: { guest: Guest; sent: GuestListProps["sent"] }) {
  const { studentId, name, answer, companions = 0 } = guest
  const isSent = sent?.student === studentId
  return (
    <PostForm edits id={guestFormId(studentId)} className="buttons" sends={{ student: studentId }}>
      <CompanionsField
        id={`${guestFormId(studentId)}-companions`}
        label="Guests"
        name={`Guests who come along: ${name}`}
        value={isSent ? String(sent.companions ?? "") : companions}
      />{" "}
      <ActButtons
        guest={guest}
        acts={[
          ["enter-yes", answer === "yes" ? "Save guests" : "Takes part"],
          ...(answer === "no" ? [] : [["enter-no", "Can’t come"] satisfies Acts[number]]),
        ]}
      />
    </PostForm>
  )
}

const ActButtons = ({ guest, acts }: { guest: Guest; acts: Acts }) =>
  acts.map(([intent, label]) => (
    <Button
      key={intent}
      intent={intent}
      data-main={intent === "enter-yes" ? "" : undefined}
      variant="plain"
      aria-label={`${label}: ${guest.name}`}
    >
      {label}
    </Button>
  ))

const actsOn = (
  { enteredBy }: Guest,
  { canRemove, canAnswer }: { canRemove: boolean; canAnswer: boolean },
): Acts => [
  ...(canAnswer && enteredBy ? [["undo-answer", "Undo answer"] satisfies Acts[number]] : []),
  ...(canRemove ? [["remove", "Remove"] satisfies Acts[number]] : []),
]

export function AnswerStatus({ answer, companions = 0 }: { answer: Answer | null; companions?: number }) {
  if (answer === null) return <Status head="open">{answerLabels.none}</Status>
  return answer === "yes" ? (
    <Status tone="ok">
      {companions > 0 ? `${answerLabels.yes}, with ${countOf(companions, "guest")}` : answerLabels.yes}
    </Status>
  ) : (
    <Status head="rest">{answerLabels.no}</Status>
  )
}
