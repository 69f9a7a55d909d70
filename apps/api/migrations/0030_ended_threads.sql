CREATE TABLE "ended_thread" (
	"organization_id" uuid NOT NULL,
	"conversation_sid" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ended_thread_organization_id_conversation_sid_pk" PRIMARY KEY("organization_id","conversation_sid")
);
--> statement-breakpoint
grant select, insert, delete on ended_thread to muster_app, muster_system;
--> statement-breakpoint
alter table ended_thread enable row level security;
--> statement-breakpoint
alter table ended_thread force row level security;
--> statement-breakpoint
create policy tenant on ended_thread to muster_app using (uuid_cmp(organization_id, (select nullif(current_setting('app.organization_id', true), '')::uuid)) = 0);
--> statement-breakpoint
create policy everything on ended_thread to muster_system using (true);
