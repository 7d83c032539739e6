import { because, count, student } from "./sentence-parts"

// How what was done with recitals, exams and excursions reads; part of the sentences of the activity. Safe in the browser.

type Named = { name?: string }
type Played = { piece?: string }

const event = (name: string | undefined) => (name ? `the event ${name}` : "an event")
const piece = ({ piece: played }: Played) => played ?? "a piece"

export const occasionSentences = {
  "occasion.add": ({ name }: Named) => `planned ${event(name)}`,
  "occasion.change": ({ name }: Named) => `changed ${event(name)}`,
  "occasion.publish": ({ name, students }: Named & { students: number }) =>
    `published ${event(name)} for ${count(students, "student")}`,
  "occasion.cancel": ({ name, reason }: Named & { reason?: string | null }) =>
    `canceled ${event(name)}${because(reason)}`,
  "occasion.delete": (_: unknown, before: Named) => `deleted ${event(before?.name)}`,
  "occasion.invite": ({ name, students }: Named & { students: number }) =>
    `invited ${count(students, "student")} to ${event(name)}`,
  "occasion.remove-guest": ({ name }: Named) => `removed ${student(name)} from an event`,
  "occasion.answer": ({ name, answer }: Named & { answer?: "yes" | "no" }) =>
    answer === "no"
      ? `answered that ${student(name)} can’t come to an event`
      : `answered that ${student(name)} takes part in an event`,
  "occasion.enter-answer": ({ name, answer }: Named & { answer?: "yes" | "no" }) =>
    answer === "no"
      ? `entered for the family that ${student(name)} can’t come to an event`
      : `entered for the family that ${student(name)} takes part in an event`,
  "occasion.undo-answer": ({ name }: Named) => `undid an answer entered for ${student(name)} about an event`,
  "occasion.keep-answer": ({ name, event: title }: Named & { event?: string }) =>
    `kept the later answer of ${student(name)} about ${event(title)} when merging`,
  "occasion.save-results": ({ name, students }: Named & { students: number }) =>
    `saved results of ${count(students, "student")} in ${event(name)}`,
  "occasion.release-results": ({ name, students }: Named & { students: number }) =>
    `showed families the results of ${count(students, "student")} in ${event(name)}`,
  "occasion.hide-results": ({ name, students }: Named & { students: number }) =>
    `hid the results of ${count(students, "student")} in ${event(name)} from families`,
  "occasion.hand-over": ({ name, teacher }: Named & { teacher?: string | null }) =>
    teacher ? `handed ${event(name)} over to ${teacher}` : `left ${event(name)} without anyone in charge`,
  "occasion.add-entry": (played: Played) => `added ${piece(played)} to a program`,
  "occasion.change-entry": (played: Played) => `changed ${piece(played)} on a program`,
  "occasion.remove-entry": (played: Played) => `removed ${piece(played)} from a program`,
}
