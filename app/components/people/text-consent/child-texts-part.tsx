import { PostForm, SubmitButton } from "~/components/form/post-form"
import { EditablePart } from "~/components/ui/editable-part"
import { type Choices, CodeForm, ConsentForm, partOf, type TextResults } from "./own-texts-part"

type ChildTextsPartProps = {
  child: Omit<Choices, "words"> & { id: string; firstName: string; ownPhone: string | null }
  words: string
  results: TextResults
}

/** The text messages of a child’s own phone, which a guardian agrees to. */
export function ChildTextsPart({ child, words, results }: ChildTextsPartProps) {
  const { firstName, state, phone, isStopped, agreed } = child
  const isOn = state === "on"
  return (
    <EditablePart
      id={partOf(child)}
      title={`Text messages to ${firstName}’s phone`}
      about={`Lessons that are canceled or moved, an ill teacher, and reminders. Never invoices. ${firstName} gets them only while you agree.`}
      facts={
        isOn
          ? [
              ["Number", phone],
              ["Agreed", agreed],
            ]
          : state === "code"
            ? [["Number", phone]]
            : [["Text messages", isStopped ? "Off: the phone replied STOP" : "Off"]]
      }
      edit={state === "off" ? `Turn on for ${firstName}` : `Change ${firstName}’s number`}
      isAnswered={results["agree-texts"] !== undefined}
      below={
        isOn ? (
          <PostForm sends={{ studentId: child.id }}>
            <SubmitButton intent="end-texts" variant="secondary" pending="Turning off…">
              Turn off texts to {firstName}
            </SubmitButton>
          </PostForm>
        ) : state === "code" ? (
          <CodeForm phone={phone} result={results["text-code"]} child={child} />
        ) : null
      }
    >
      <ConsentForm choices={{ isStopped, words }} result={results["agree-texts"]} child={child} />
    </EditablePart>
  )
}
