ALTER TABLE "organization" ADD COLUMN "sender_approved_for" text;--> statement-breakpoint
-- Senders that were in use before stay approved (D65). FORCE binds the owner too.
set local role muster_system;
--> statement-breakpoint
update organization set sender_approved_for = name where sender_approved_for is null;
--> statement-breakpoint
reset role;
