CREATE TABLE "api_key" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"hash" text NOT NULL,
	"start" text NOT NULL,
	"rights" text[] NOT NULL,
	"event_id" uuid,
	"created_by" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp(3) with time zone,
	"last_used_at" timestamp(3) with time zone,
	"revoked_at" timestamp(3) with time zone,
	CONSTRAINT "api_key_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "api_key_rights" CHECK (cardinality("api_key"."rights") > 0 and "api_key"."rights" <@ array['read', 'plan', 'send'])
);
--> statement-breakpoint
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_event" FOREIGN KEY ("organization_id","event_id") REFERENCES "public"."event"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_key_by_hash" ON "api_key" USING btree ("hash");--> statement-breakpoint
grant select, insert, update, delete on api_key to muster_app, muster_system;
--> statement-breakpoint
alter table api_key enable row level security;
--> statement-breakpoint
alter table api_key force row level security;
--> statement-breakpoint
create policy tenant on api_key to muster_app using (uuid_cmp(organization_id, (select nullif(current_setting('app.organization_id', true), '')::uuid)) = 0);
--> statement-breakpoint
create policy everything on api_key to muster_system using (true);
