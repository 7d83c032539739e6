// For screens, which don't reach the database themselves.
export { keepOfSchool } from "db/unchanged.server"
