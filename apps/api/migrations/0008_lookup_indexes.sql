ALTER TABLE "assignment" DROP CONSTRAINT "assignment_once";--> statement-breakpoint
ALTER TABLE "person" DROP CONSTRAINT "person_identity";--> statement-breakpoint
-- The foreign key stands on the key that is made anew.
ALTER TABLE "shift" DROP CONSTRAINT "shift_role";--> statement-breakpoint
ALTER TABLE "role" DROP CONSTRAINT "role_in_event";--> statement-breakpoint
ALTER TABLE "sms_thread" DROP CONSTRAINT "sms_thread_once";--> statement-breakpoint
DROP INDEX "assignment_of_person";--> statement-breakpoint
DROP INDEX "message_of_person";--> statement-breakpoint
DROP INDEX "message_once_per_broadcast";--> statement-breakpoint
DROP INDEX "role_of_event";--> statement-breakpoint
DROP INDEX "shift_of_event";--> statement-breakpoint
DROP INDEX "shift_of_role";--> statement-breakpoint
CREATE INDEX "assignment_of_person" ON "assignment" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "message_of_person" ON "message" USING btree ("person_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "message_once_per_broadcast" ON "message" USING btree ("broadcast_id","person_id","channel","organization_id") WHERE broadcast_id is not null;--> statement-breakpoint
CREATE INDEX "role_of_event" ON "role" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "shift_of_event" ON "shift" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "shift_of_role" ON "shift" USING btree ("role_id");--> statement-breakpoint
ALTER TABLE "assignment" ADD CONSTRAINT "assignment_once" UNIQUE("shift_id","person_id","organization_id");--> statement-breakpoint
ALTER TABLE "person" ADD CONSTRAINT "person_identity" UNIQUE("identity_key","organization_id");--> statement-breakpoint
ALTER TABLE "role" ADD CONSTRAINT "role_in_event" UNIQUE("id","event_id","organization_id");--> statement-breakpoint
ALTER TABLE "shift" ADD CONSTRAINT "shift_role" FOREIGN KEY ("organization_id","event_id","role_id") REFERENCES "public"."role"("organization_id","event_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sms_thread" ADD CONSTRAINT "sms_thread_once" UNIQUE("phone","number","organization_id");
