import { fileOf, pagesIn } from "./address"

// Students and families.

const inStudents = pagesIn("students")
const inTeachers = pagesIn("teachers")
const inSheets = pagesIn("sheets")
const inFamilies = pagesIn("families")
const inBilling = pagesIn("billing")

export const people = {
  students: inStudents("/students?*", "students.tsx", "student:read"),
  studentList: inStudents("/students/list", "students.tsx", "student:read"),
  studentsFile: inStudents("/students.csv?*", "students-file.ts", "student:read"),
  teachersFile: inTeachers("/teachers.csv?*", "teachers-file.ts", "teacher:read"),
  imports: inStudents("/students/import", "imports.tsx", "roster:import", { body: fileOf(5) }),
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
  portalAccess: inStudents("/students/portal-access?*", "portal-access.tsx", "invitation:send"),
  emergencySheet: inSheets("/sheets/emergency?class&date", "emergency-sheet.tsx", "student:read"),
  attendanceSheet: inSheets("/classes/:classId/attendance-sheet", "attendance-sheet.tsx", "class:read"),
  inquiries: inStudents("/students/inquiries?*", "inquiries.tsx", "student:read"),
  inquiry: inStudents("/students/inquiries/:inquiryId", "inquiry.tsx", ["student:read", "student:write"]),
  duplicates: inStudents("/students/duplicates?of&page", "duplicates.tsx", "student:write"),
  mergeFamilies: inStudents(
    "/students/duplicates/families?keep!&gone!",
    "merge-families.tsx",
    "family:merge",
  ),
  returnedEmails: inStudents("/students/returned-emails?:page", "returned-emails.tsx", [
    "student:read",
    "student:write",
  ]),
  mergePeople: inStudents("/students/duplicates/people?noun&keep&gone", "merge-people.tsx", "student:write"),
  newStudent: inStudents("/students/create?family", "new-student.tsx", "student:write"),
}

export const studentRecord = {
  student: inStudents("/students/:studentId", "student.tsx", "student:read"),
  studentLessons: inStudents("/students/:studentId/lessons?page", "student-lessons.tsx", "student:read"),
  studentBilling: inStudents("/students/:studentId/billing", "student-billing.tsx", "student:money"),
  studentMessages: inStudents("/students/:studentId/messages?page", "student-messages.tsx", "student:read"),
  studentActivity: inStudents("/students/:studentId/activity", "student-activity.tsx", "student:read"),
  studentAbsence: inStudents("/students/:studentId/absence", "student-absence.tsx", "student:write"),
  editStudent: inStudents("/students/:studentId/edit", "student-edit.tsx", "student:write"),
  studentCredits: inStudents("/students/:studentId/credits", "student-credits.tsx", "student:write"),
  makeUp: inStudents("/students/:studentId/make-up", "make-up.tsx", "student:write"),
  studentAccount: inStudents("/students/:studentId/account", "student-account.tsx", "invitation:send"),
  studentSkills: inStudents("/students/:studentId/skills?view&instrument&page", "student-skills.tsx", [
    "student:read",
    "student:write",
  ]),
}

export const families = {
  families: inFamilies("/families?*", "families.tsx", "student:read"),
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
