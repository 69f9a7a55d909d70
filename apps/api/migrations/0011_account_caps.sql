CREATE TABLE "sending_total" (
	"scope" text NOT NULL,
	"channel" text NOT NULL,
	"day" date NOT NULL,
	"accepted" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "sending_total_scope_channel_day_pk" PRIMARY KEY("scope","channel","day")
);
--> statement-breakpoint
ALTER TABLE "organization" ADD COLUMN "approved_sms_sender" text;--> statement-breakpoint
ALTER TABLE "organization" ADD COLUMN "created_by" uuid;--> statement-breakpoint
ALTER TABLE "refresh_token" ADD COLUMN "repeats" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- FORCE binds the owner too: what is filled in for rows that exist is written in the role that sees all of them.
set local role muster_system;
--> statement-breakpoint
update organization set
  approved_sms_sender = sms_sender,
  created_by = (
    select user_id from membership where membership.organization_id = organization.id order by created_at, user_id limit 1
  );
--> statement-breakpoint
reset role;
--> statement-breakpoint
grant select, insert, update, delete on sending_total to muster_system;
--> statement-breakpoint
grant select, insert, update on sending_total to muster_app;
--> statement-breakpoint
alter table sending_total enable row level security;
--> statement-breakpoint
alter table sending_total force row level security;
--> statement-breakpoint
-- Of the accounts an organisation sees the one that created it; row level security shows it no other organisation.
create policy tenant on sending_total to muster_app
  using (scope = 'installation' or scope = (select created_by::text from organization));
--> statement-breakpoint
create policy everything on sending_total to muster_system using (true);
