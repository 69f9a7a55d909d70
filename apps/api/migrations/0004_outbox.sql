DROP INDEX "message_due";--> statement-breakpoint
DROP INDEX "account_message_due";--> statement-breakpoint
ALTER TABLE "account_message" ADD COLUMN "asked_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "account_message" ADD COLUMN "heard_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "asked_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "heard_at" timestamp(3) with time zone;--> statement-breakpoint
CREATE INDEX "message_waiting" ON "message" USING btree ("channel","organization_id","due_at") WHERE status = 'QUEUED';--> statement-breakpoint
CREATE INDEX "message_held" ON "message" USING btree ("leased_until") WHERE status = 'SENDING';--> statement-breakpoint
CREATE INDEX "message_unknown" ON "message" USING btree ("asked_at") WHERE status = 'UNKNOWN';--> statement-breakpoint
CREATE INDEX "message_heard" ON "message" USING btree ("provider","asked_at") WHERE heard_at is not null;--> statement-breakpoint
CREATE INDEX "message_of_number" ON "message" USING btree ("address","created_at") WHERE channel = 'SMS';--> statement-breakpoint
CREATE INDEX "message_at_provider" ON "message" USING btree ("provider_message_id") WHERE provider_message_id is not null;--> statement-breakpoint
CREATE INDEX "account_message_due" ON "account_message" USING btree ("due_at") WHERE status in ('QUEUED', 'SENDING', 'UNKNOWN');--> statement-breakpoint
ALTER TABLE "account_message" ADD CONSTRAINT "account_message_status" CHECK ("account_message"."status" in ('QUEUED', 'SENDING', 'SENT', 'DELIVERED', 'FAILED', 'UNKNOWN'));