-- Events that were planned before reminders existed have none.
ALTER TABLE "event" ADD COLUMN "reminder_hours" integer;--> statement-breakpoint
ALTER TABLE "event" ALTER COLUMN "reminder_hours" SET DEFAULT 24;--> statement-breakpoint
ALTER TABLE "person" ADD COLUMN "gets_reminders" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "message_shift_reminder_once_a_day" ON "message" USING btree ("person_id",(facts->>'day'),"channel","organization_id") WHERE template = 'shift_reminder';--> statement-breakpoint
CREATE INDEX "person_by_address" ON "person" USING btree ("identity_key" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "shift_by_start" ON "shift" USING btree ("start_dt");--> statement-breakpoint
ALTER TABLE "event" ADD CONSTRAINT "event_reminder_hours" CHECK ("event"."reminder_hours" in (24, 48, 72));