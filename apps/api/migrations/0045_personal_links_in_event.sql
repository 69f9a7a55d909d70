ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_actor";--> statement-breakpoint
ALTER TABLE "assignment" ADD COLUMN "disowned" text;--> statement-breakpoint
ALTER TABLE "organization" ADD COLUMN "link_replacement" jsonb;--> statement-breakpoint
ALTER TABLE "person" ADD COLUMN "event_feed_rounds" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "person" ADD COLUMN "asked_details" jsonb;--> statement-breakpoint
ALTER TABLE "assignment" ADD CONSTRAINT "assignment_disowned" CHECK ("assignment"."disowned" in ('in_time', 'late')) NOT VALID;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_actor" CHECK ("audit_log"."actor_kind" in ('account', 'api_key', 'link', 'operator')) NOT VALID;--> statement-breakpoint
-- The constraint only becomes wider: no version names it.
COMMENT ON SCHEMA drizzle IS 'needs 0023_person_updated_at';
