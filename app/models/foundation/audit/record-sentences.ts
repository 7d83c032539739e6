// What was done with whole records of people. See event-sentences.ts. Safe in the browser.

import { type JoinedAccount, withJoined } from "./sentence-parts"

type Named = { name?: string }

export const recordSentences = {
  "deleted-record.delete": (_: unknown, before: Named) => `deleted ${before?.name ?? "a record"} for good`,
  "deleted-record.restore": ({ name }: Named) => `restored ${name ?? "a deleted record"}`,
  "family.export": ({ name }: Named) => `exported the data of ${name ?? "the family"}`,
  "family.merge": ({ name, ...joined }: Named & JoinedAccount, before: Named) =>
    `merged ${before?.name ?? "a family"} into ${name ?? "another family"}${withJoined(joined)}`,
  "family.unmerge": ({ name }: Named) => `undid a merge into ${name ?? "a family"}`,
  "guardian.erase": () => "erased a guardian",
  "guardian.merge": ({ name }: Named, before: Named) =>
    `merged the guardian ${before?.name ?? "entered twice"} into ${name ?? "another one"}`,
  "guardian.unmerge": ({ name }: Named) => `undid the merge of the guardian ${name ?? "entered twice"}`,
  "inquiry.admit": () => "made a student of an inquiry",
  "inquiry.contact": () => "marked an inquiry as contacted",
  "inquiry.lose": () => "marked an inquiry as lost",
  "inquiry.plan": () => "planned the next step of an inquiry",
  "inquiry.receive": () => "received an inquiry",
  "inquiry.remove": () => "deleted an inquiry",
  "inquiry.reopen": () => "reopened an inquiry",
  "member.erase": () => "erased a member of the team",
  "student.erase": () => "erased a student",
  "student.merge": ({ name }: Named, before: Named) =>
    `merged the student ${before?.name ?? "entered twice"} into ${name ?? "another one"}`,
  "student.unmerge": ({ name }: Named) => `undid the merge of the student ${name ?? "entered twice"}`,
  "teacher.erase": () => "erased a teacher",
  "teacher.merge": ({ name }: Named, before: Named) =>
    `merged the teacher ${before?.name ?? "entered twice"} into ${name ?? "another one"}`,
  "teacher.unmerge": ({ name }: Named) => `undid the merge of the teacher ${name ?? "entered twice"}`,
}
