CREATE TABLE "scheduled_job" (
	"name" text PRIMARY KEY NOT NULL,
	"due_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account_message" ADD COLUMN "erased_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "app_user" ADD COLUMN "notified_terms_version" text;--> statement-breakpoint
ALTER TABLE "app_user" ADD COLUMN "ends_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "erased_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "organization" ADD COLUMN "ended_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "person" ADD COLUMN "erased_at" timestamp(3) with time zone;--> statement-breakpoint
CREATE INDEX "account_message_to_erase" ON "account_message" USING btree ("erased_at") WHERE erased_at is not null and address <> '';--> statement-breakpoint
CREATE INDEX "account_message_kept" ON "account_message" USING btree ("created_at") WHERE erased_at is null;--> statement-breakpoint
CREATE INDEX "message_to_erase" ON "message" USING btree ("erased_at") WHERE erased_at is not null and address <> '';--> statement-breakpoint
grant select, insert, update, delete on scheduled_job to muster_system;
--> statement-breakpoint
-- Messages of people who were deleted before. FORCE binds the owner too: written in the role that sees all rows.
set local role muster_system;
--> statement-breakpoint
update message set erased_at = now() where person_id is null;
--> statement-breakpoint
reset role;
