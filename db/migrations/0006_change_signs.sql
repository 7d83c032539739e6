CREATE TABLE `change_signs` (
	`owner` text PRIMARY KEY NOT NULL,
	`sign` integer NOT NULL
) STRICT;
--> statement-breakpoint
INSERT INTO change_signs (owner, sign) SELECT id, random() FROM schools UNION ALL SELECT '', random();
