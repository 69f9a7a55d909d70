ALTER TABLE "assignment" ADD COLUMN "freed_unanswered" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "event" ADD COLUMN "free_unanswered" boolean DEFAULT false NOT NULL;