// For screens, which don't reach the database themselves.
export { cacheUntilWrite } from "db/cache-until-write.server"
