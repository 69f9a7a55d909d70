CREATE TABLE "sms_thread" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"phone" text NOT NULL,
	"number" text NOT NULL,
	"conversation_sid" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sms_thread_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "sms_thread_once" UNIQUE("organization_id","phone","number")
);
--> statement-breakpoint
ALTER TABLE "sms_thread" ADD CONSTRAINT "sms_thread_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sms_thread_by_conversation" ON "sms_thread" USING btree ("conversation_sid");--> statement-breakpoint
grant select, insert, update, delete on sms_thread to muster_app, muster_system;
--> statement-breakpoint
alter table sms_thread enable row level security;
--> statement-breakpoint
alter table sms_thread force row level security;
--> statement-breakpoint
create policy tenant on sms_thread to muster_app using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
--> statement-breakpoint
create policy everything on sms_thread to muster_system using (true);
