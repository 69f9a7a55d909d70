ALTER TABLE "event" ADD COLUMN "late_signup" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "shift" ADD COLUMN "meant_times" jsonb;