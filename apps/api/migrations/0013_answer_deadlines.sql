ALTER TABLE "organization" ALTER COLUMN "country" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "assignment" ADD COLUMN "uncapped_expires_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "assignment" ADD COLUMN "expiry_set_at" timestamp(3) with time zone;--> statement-breakpoint
-- FORCE binds the owner too: what is filled in for rows that exist is written in the role that sees all of them.
set local role muster_system;
--> statement-breakpoint
-- A deadline that a move of the shift has lowered since is at least seven days after it was set.
update assignment set
  expiry_set_at = coalesce(invite_sent_at, created_at),
  uncapped_expires_at = greatest(token_expires_at, coalesce(invite_sent_at, created_at) + interval '7 days');
--> statement-breakpoint
update assignment set token_expires_at = least(
  uncapped_expires_at,
  case when expiry_set_at < shift.start_dt then shift.start_dt else shift.end_dt end
)
from shift where shift.organization_id = assignment.organization_id and shift.id = assignment.shift_id;
--> statement-breakpoint
reset role;
--> statement-breakpoint
ALTER TABLE "assignment" ALTER COLUMN "uncapped_expires_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "assignment" ALTER COLUMN "expiry_set_at" SET NOT NULL;
