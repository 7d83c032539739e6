// For screens, which don't reach the database themselves.
export { keepUnchanged } from "db/unchanged.server"
