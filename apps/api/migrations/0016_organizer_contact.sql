ALTER TABLE "event" ADD COLUMN "contact_email" text;--> statement-breakpoint
ALTER TABLE "event" ADD COLUMN "contact_phone" text;--> statement-breakpoint
ALTER TABLE "organization" ADD COLUMN "contact_email" text;--> statement-breakpoint
ALTER TABLE "organization" ADD COLUMN "contact_phone" text;--> statement-breakpoint
-- FORCE binds the owner too: what is filled in for rows that exist is written in the role that sees all of them.
set local role muster_system;
--> statement-breakpoint
-- D41: of an organisation that exists, the address of its first administrator.
update organization set contact_email = (
  select email from membership join app_user on app_user.id = membership.user_id
  where membership.organization_id = organization.id order by membership.created_at, membership.user_id limit 1
);
--> statement-breakpoint
reset role;
