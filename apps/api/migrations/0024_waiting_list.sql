CREATE TABLE "waiting" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"shift_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"status" text NOT NULL,
	"round" integer DEFAULT 1 NOT NULL,
	"queued_at" timestamp(3) with time zone NOT NULL,
	"offer_expires_at" timestamp(3) with time zone,
	"other_phone" text,
	"terms_version" text NOT NULL,
	"terms_accepted_at" timestamp(3) with time zone NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "waiting_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "waiting_once" UNIQUE("shift_id","person_id","organization_id"),
	CONSTRAINT "waiting_status" CHECK ("waiting"."status" in ('ASKED', 'WAITING', 'OFFERED', 'TAKEN', 'LAPSED', 'LEFT'))
);
--> statement-breakpoint
ALTER TABLE "app_user" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "event" ADD COLUMN "waiting_list" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "waiting" ADD CONSTRAINT "waiting_shift" FOREIGN KEY ("organization_id","shift_id") REFERENCES "public"."shift"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting" ADD CONSTRAINT "waiting_person" FOREIGN KEY ("organization_id","person_id") REFERENCES "public"."person"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "waiting_by_id" ON "waiting" USING btree ("id");--> statement-breakpoint
CREATE INDEX "waiting_in_line" ON "waiting" USING btree ("shift_id") WHERE status in ('WAITING', 'OFFERED');--> statement-breakpoint
CREATE INDEX "waiting_of_person" ON "waiting" USING btree ("person_id");--> statement-breakpoint
grant select, insert, update, delete on waiting to muster_app, muster_system;
--> statement-breakpoint
alter table waiting enable row level security;
--> statement-breakpoint
alter table waiting force row level security;
--> statement-breakpoint
create policy tenant on waiting to muster_app using (uuid_cmp(organization_id, (select nullif(current_setting('app.organization_id', true), '')::uuid)) = 0);
--> statement-breakpoint
create policy everything on waiting to muster_system using (true);
