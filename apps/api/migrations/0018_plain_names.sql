ALTER TABLE "message" RENAME COLUMN "heard_at" TO "reported_at";--> statement-breakpoint
ALTER TABLE "account_message" RENAME COLUMN "heard_at" TO "reported_at";--> statement-breakpoint
ALTER INDEX "message_heard" RENAME TO "message_reported";--> statement-breakpoint
-- FORCE binds the owner too: existing rows are written in the role that sees all of them.
set local role muster_system;
--> statement-breakpoint
update message set template = 'custom_text' where template = 'own_words';
--> statement-breakpoint
reset role;
