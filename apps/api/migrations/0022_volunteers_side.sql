ALTER TABLE "assignment" ADD COLUMN "cancelled_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "assignment" ADD COLUMN "cancel_reason" text;--> statement-breakpoint
ALTER TABLE "event" ADD COLUMN "cancel_until_hours" integer DEFAULT 24;--> statement-breakpoint
-- Events that were planned before there were reminders have none.
ALTER TABLE "event" ADD COLUMN "reminder_hours" integer;--> statement-breakpoint
ALTER TABLE "event" ALTER COLUMN "reminder_hours" SET DEFAULT 24;--> statement-breakpoint
ALTER TABLE "membership" ADD COLUMN "cancellation_notices" text DEFAULT 'each' NOT NULL;--> statement-breakpoint
ALTER TABLE "membership" ADD COLUMN "cancellations_told_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "person" ADD COLUMN "gets_reminders" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "assignment_cancelled" ON "assignment" USING btree ("cancelled_at") WHERE cancelled_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "message_shift_reminder_once_a_day" ON "message" USING btree ("person_id",(facts->>'day'),"channel","organization_id") WHERE template = 'shift_reminder';--> statement-breakpoint
CREATE INDEX "person_by_address" ON "person" USING btree ("identity_key" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "shift_by_start" ON "shift" USING btree ("start_dt");--> statement-breakpoint
ALTER TABLE "event" ADD CONSTRAINT "event_reminder_hours" CHECK ("event"."reminder_hours" in (24, 48, 72));--> statement-breakpoint
ALTER TABLE "event" ADD CONSTRAINT "event_cancel_until_hours" CHECK ("event"."cancel_until_hours" between 0 and 720);--> statement-breakpoint
ALTER TABLE "membership" ADD CONSTRAINT "membership_cancellation_notices" CHECK ("membership"."cancellation_notices" in ('none', 'each', 'daily'));