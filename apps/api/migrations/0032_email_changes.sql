CREATE TABLE "email_change" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"former_email" text NOT NULL,
	"new_email" text NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"confirmed_at" timestamp(3) with time zone,
	"undone_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "email_change_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "email_change" ADD CONSTRAINT "email_change_person" FOREIGN KEY ("organization_id","person_id") REFERENCES "public"."person"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "email_change_by_id" ON "email_change" USING btree ("id");--> statement-breakpoint
CREATE INDEX "email_change_of_person" ON "email_change" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "email_change_age" ON "email_change" USING btree ("created_at");--> statement-breakpoint
grant select, insert, update, delete on email_change to muster_app, muster_system;
--> statement-breakpoint
alter table email_change enable row level security;
--> statement-breakpoint
alter table email_change force row level security;
--> statement-breakpoint
create policy tenant on email_change to muster_app using (uuid_cmp(organization_id, (select nullif(current_setting('app.organization_id', true), '')::uuid)) = 0);
--> statement-breakpoint
create policy everything on email_change to muster_system using (true);
