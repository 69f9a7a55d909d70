ALTER TABLE "assignment" ADD COLUMN "cancelled_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "assignment" ADD COLUMN "cancel_reason" text;--> statement-breakpoint
ALTER TABLE "event" ADD COLUMN "cancel_until_hours" integer DEFAULT 24;--> statement-breakpoint
ALTER TABLE "membership" ADD COLUMN "cancellation_notices" text DEFAULT 'each' NOT NULL;--> statement-breakpoint
ALTER TABLE "membership" ADD COLUMN "cancellations_told_at" timestamp(3) with time zone;--> statement-breakpoint
CREATE INDEX "assignment_cancelled" ON "assignment" USING btree ("cancelled_at") WHERE cancelled_at is not null;--> statement-breakpoint
ALTER TABLE "event" ADD CONSTRAINT "event_cancel_until_hours" CHECK ("event"."cancel_until_hours" between 0 and 720);--> statement-breakpoint
ALTER TABLE "membership" ADD CONSTRAINT "membership_cancellation_notices" CHECK ("membership"."cancellation_notices" in ('none', 'each', 'daily'));