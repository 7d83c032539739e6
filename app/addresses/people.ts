import { aFile, fileOf, pagesIn } from "./address"

// Students and families.

const inStudents = pagesIn("students", "Students")
const inTeachers = pagesIn("teachers", "Teachers")
const inSheets = pagesIn("sheets", "Students")
const inFamilies = pagesIn("families", "Students")
const inBilling = pagesIn("billing", "Financial")

export const people = {
  students: inStudents("/students?*", "students.tsx", "student:read", {
    page: "Students",
    words:
      "student|pupil|pupils|people|roster|contacts|list of students|delete student|remove a student|delete a student|archive a student|pause a student|former students|inactive students|birthday list|age of students|student notes|dropouts|unenroll|student status|student leave|leave of absence|bulk edit students|pause lessons|withdraw a student|withdraw|student left|student quits|student quit|leavers|student leaves|freeze a student|student on hold|current students|enrolled students|kids|children|child has moved away|moved away|pupils on a break|students on a break|number of students|drop out|dropped out|vacation hold|student photo|student progress|report card|report cards|progress report|progress reports|practice log|practice chart|practice journal|print roster|print student list|assign a piece|pieces|instrument of a student|two instruments|second instrument|instrument change|repertoire list|practice tracker|sabbatical|take a break|student takes a break|kids without lessons|students without lessons|students without a class|students not in a class|not enrolled|end of term report|end of term reports|what did we do last time|what did we do last lesson|new address|change of address|address labels|mailing labels|address list|price of one student|custom price|stop a student|student stops|freeze an account|freeze|surname|change a name|put on hold|old students|past students",
  }),
  studentList: inStudents("/students/list", "students.tsx", "student:read"),
  studentsFile: inStudents("/students.csv?*", "students-file.ts", "student:read"),
  teachersFile: inTeachers("/teachers.csv?*", "teachers-file.ts", "teacher:read"),
  imports: inStudents("/students/import", "imports.tsx", "roster:import", {
    body: fileOf(5),
    act: "Import a roster",
    words:
      "import students|import roster|csv|excel|spreadsheet|upload students|my music staff|jackrabbit|teachworks|import from|import from opus1|opus1|import families|upload roster|upload a spreadsheet|switch from another program|copy from another system|move from another system|switch from my music staff|bring my students",
  }),
  import: inStudents(
    "/students/import/:importId?:step=columns|check&:page&:duplicates",
    "import.tsx",
    "roster:import",
  ),
  importProblems: inStudents(
    "/students/import/:importId/problems.csv",
    "import-problems.ts",
    "roster:import",
  ),
  portalAccess: inStudents("/students/portal-access?*", "portal-access.tsx", "invitation:send", {
    page: "Portal access",
    words:
      "portal|invite families|family login|portal login|invite parents|parent portal|student login|who can log in|parent can’t log in|parent can not log in|reset parent password|resend invitation|invitation link|family accounts|give parents access|parents can’t see|parents can't see|family can’t see|not invited yet|change username|username of a student|forgot username|can’t log in|cannot log in|student can’t log in|parent lost password|parent forgot password|see what a parent sees",
  }),
  emergencySheet: inSheets("/sheets/emergency?class&date", "emergency-sheet.tsx", "student:read", {
    page: "Emergency sheet",
    words:
      "emergency|emergency contact|emergency contacts|allergy|allergies|medical|medical notes|medical info|medical conditions|health information|epipen|next of kin|epi pen|who to call|in case of emergency|emergency list|list of allergies|fire drill|evacuation|fire alarm|phone list",
  }),
  attendanceSheet: inSheets("/classes/:classId/attendance-sheet", "attendance-sheet.tsx", "class:read"),
  consents: inStudents(
    "/students/consents?document&show&page",
    "consents.tsx",
    ["student:read", "student:write"],
    {
      page: "Who has agreed",
      words:
        "who hasn’t agreed|who has signed|missing consents|unsigned|consent list|photo permission list|outstanding consents|remind of consent|signed the policy|agreed to the policy",
    },
  ),
  lackingProofs: inStudents(
    "/students/documents?show&page",
    "lacking-proofs.tsx",
    ["student:read", "student:write"],
    {
      page: "Who lacks a document",
      words:
        "missing documents|expired documents|expiring documents|who lacks a document|background checks|expired background check|insurance expired|document reminders|required documents",
    },
  ),
  inquiries: inStudents("/students/inquiries?*", "inquiries.tsx", "student:read", {
    page: "Inquiries",
    words:
      "inquiry|inquiries|leads|lead|prospects|interested families|new families|requests for lessons|sources|pipeline|web enquiry|website enquiries|new enquiry|follow up|follow-up|call back",
  }),
  inquiryNumbers: inStudents("/students/inquiries/numbers?by", "inquiry-numbers.tsx", "student:read", {
    page: "Inquiries in numbers",
    words:
      "conversion|conversion rate|lead sources|where families come from|time to first answer|response time|won and lost|marketing|advertising|ads|ad campaign|utm|campaigns|inquiry statistics",
  }),
  inquiry: inStudents("/students/inquiries/:inquiryId", "inquiry.tsx", ["student:read", "student:write"]),
  makeOffer: inStudents("/students/inquiries/:inquiryId/offer", "make-offer.tsx", "class:write"),
  duplicates: inStudents("/students/duplicates?of&page", "duplicates.tsx", "student:write", {
    page: "Possible duplicates",
    words:
      "duplicate|merge|duplicates|merge students|merge families|double entries|twice|same student twice|double students|merge two students|same family twice|combine families|join families",
  }),
  mergeFamilies: inStudents(
    "/students/duplicates/families?keep!&gone!",
    "merge-families.tsx",
    "family:merge",
  ),
  returnedEmails: inStudents(
    "/students/returned-emails?:page",
    "returned-emails.tsx",
    ["student:read", "student:write"],
    {
      page: "Returned emails",
      words:
        "bounce|bounced email|returned email|undeliverable|email problem|blocked address|email didn’t arrive|email did not arrive|emails not arriving|email not received|never got my email|wrong email|wrong email address|email bounced back",
    },
  ),
  mergePeople: inStudents("/students/duplicates/people?noun&keep&gone", "merge-people.tsx", "student:write"),
  newStudent: inStudents("/students/create?family", "new-student.tsx", "student:write", {
    act: "New student",
    words:
      "add student|new student|add pupil|create student|enroll a student|new pupil|sign up a student|enrol a pupil|enrol|enrol a student|enroll|register a student|register a child|sign up a child|add family|new family|add a new family",
  }),
}

export const studentRecord = {
  student: inStudents("/students/:studentId", "student.tsx", "student:read"),
  studentLessons: inStudents("/students/:studentId/lessons?page", "student-lessons.tsx", "student:read"),
  studentBilling: inStudents("/students/:studentId/billing", "student-billing.tsx", "student:money"),
  studentMessages: inStudents("/students/:studentId/messages?page", "student-messages.tsx", "student:read"),
  studentActivity: inStudents("/students/:studentId/activity", "student-activity.tsx", "student:read"),
  studentProofs: inStudents(
    "/students/:studentId/documents?edit",
    "student-proofs.tsx",
    ["student:read", "student:write"],
    {
      body: aFile,
    },
  ),
  paperConsent: inStudents("/students/:studentId/consents", "paper-consent.tsx", "student:write"),
  studentAbsence: inStudents("/students/:studentId/absence", "student-absence.tsx", "student:write"),
  studentLeave: inStudents("/students/:studentId/leave", "student-leave.tsx", "student:write"),
  editStudent: inStudents("/students/:studentId/edit", "student-edit.tsx", "student:write"),
  studentCredits: inStudents("/students/:studentId/credits", "student-credits.tsx", "student:write"),
  makeUp: inStudents("/students/:studentId/make-up?day&teacher", "make-up.tsx", "student:write"),
  studentAccount: inStudents("/students/:studentId/account", "student-account.tsx", "invitation:send"),
  studentSkills: inStudents("/students/:studentId/skills?view&instrument&page", "student-skills.tsx", [
    "student:read",
    "student:write",
  ]),
}

export const families = {
  familyChanges: inFamilies(
    "/families/changes?page",
    "family-changes.tsx",
    ["student:read", "student:write"],
    {
      page: "Changes by families to approve",
      words:
        "approve changes|changes to approve|changed address|new phone number|families changed|change requests|requested changes|pending changes",
    },
  ),
  families: inFamilies("/families?*", "families.tsx", "student:read", {
    page: "Families",
    words:
      "family|guardian|parents|guardians|households|payers|customers|clients|family notes|remove a parent|divorced parents|two households|who pays|split families|mums and dads|mum|mom|dad|siblings in one family|brothers and sisters|carers|second guardian|second parent|add a parent|add a guardian|co-parent|stepparent|grandparent|delete a family|delete family|erase a family|erase a person|erase personal data|delete personal data|delete data|delete data of a family|right to be forgotten|right to erasure|gdpr|gdpr deletion|move to another family|move a student to another family|grandma pays|grandparents pay|grandparent pays|someone else pays|email of a parent|change email of a parent|change phone of a parent|parents phone number|phone number of a parent|change surname|maiden name|home address",
  }),
  erasePerson: inFamilies("/families/erase?noun!&id!", "erase-person.tsx", "school:administer"),
  familyZip: inFamilies("/families/:familyId/data.zip", "family-zip.ts", "school:administer"),
  mergeFamily: inFamilies("/families/:familyId/merge", "merge-family.tsx", "family:merge"),
}

/** A family's pages; its charges and payments keep their address among the money's. */
export const familyRecord = {
  familyRecord: inFamilies("/families/:familyId", "family.tsx", ["student:read", "student:write"]),
  familyMessages: inFamilies("/families/:familyId/messages?page", "family-messages.tsx", "student:read"),
  familyActivity: inFamilies("/families/:familyId/activity", "family-activity.tsx", "student:read"),
  familyData: inFamilies("/families/:familyId/data", "family-data.tsx", "school:administer"),
  family: inBilling("/billing/families/:familyId?payment=new", "family-ledger.tsx", "invoice:read"),
}
