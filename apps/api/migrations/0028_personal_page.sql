ALTER TABLE "assignment" ADD COLUMN "agreed_start_dt" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "assignment" ADD COLUMN "agreed_end_dt" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "assignment" ADD COLUMN "asked_again_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "person" ADD COLUMN "calendar_round" integer DEFAULT 1 NOT NULL;