ALTER TABLE "organization" ADD COLUMN "paused_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "organization" ADD COLUMN "pause_reason" text;