ALTER TABLE "organization" ADD COLUMN "uses_child_team" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- FORCE binds the owner too: what is filled in for rows that exist is written in the role that sees all of them.
set local role muster_system;
--> statement-breakpoint
update organization set uses_child_team = exists (
  select from person where person.organization_id = organization.id and person.child_team is not null
);
--> statement-breakpoint
reset role;
