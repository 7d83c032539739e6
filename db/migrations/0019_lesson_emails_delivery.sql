ALTER TABLE `schools` ADD `lesson_emails` text DEFAULT 'never' NOT NULL;--> statement-breakpoint
ALTER TABLE `emails` ADD `outcome` text;--> statement-breakpoint
CREATE INDEX `emails_by_about` ON `emails` (`school_id`,(case template when 'new-message' then data ->> '$.conversationId' else data ->> '$.invoiceId' end)) WHERE template in ('new-message', 'invoice-issued', 'invoice-reminder');