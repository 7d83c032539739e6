import { closeDatabase, migrateDatabase } from "db/client.server"
import { seedDemo } from "db/seed"

migrateDatabase()
console.log(await seedDemo())
closeDatabase()
