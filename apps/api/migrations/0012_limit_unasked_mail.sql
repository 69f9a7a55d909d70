CREATE TABLE "mail_block" (
	"address_key" text PRIMARY KEY NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_quota" (
	"address_key" text PRIMARY KEY NOT NULL,
	"sent_at" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"digest_id" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "message_waiting";--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "digest_id" uuid;--> statement-breakpoint
CREATE INDEX "mail_quota_age" ON "mail_quota" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "message_of_digest" ON "message" USING btree ("digest_id") WHERE digest_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "message_link_again_once_a_day" ON "message" USING btree ((facts->>'assignment_id'),(facts->>'day'),"organization_id") WHERE template = 'link_again';--> statement-breakpoint
CREATE INDEX "message_waiting" ON "message" USING btree ("channel","organization_id","due_at") WHERE status = 'QUEUED' and digest_id is null;--> statement-breakpoint
-- Both belong to no organisation: only the worker and the page behind "Wasn't it you?" reach them.
grant select, insert, update, delete on mail_quota, mail_block to muster_system;
