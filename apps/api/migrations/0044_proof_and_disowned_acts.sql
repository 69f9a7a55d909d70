ALTER TABLE "api_key" ADD COLUMN "suspended_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "app_user" ADD COLUMN "locked_since" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "proven_at" timestamp(3) with time zone;