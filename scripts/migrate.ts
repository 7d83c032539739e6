import { closeDatabase, migrateDatabase } from "db/client.server"

migrateDatabase()
closeDatabase()
console.log("The database has the newest schema.")
