CREATE TABLE "audit_log" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" uuid,
	"action" text NOT NULL,
	"subjects" jsonb NOT NULL,
	"fields" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "audit_log_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "audit_log_actor" CHECK ("audit_log"."actor_kind" in ('account', 'api_key', 'operator'))
);
--> statement-breakpoint
CREATE TABLE "member_invitation" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"lead_role_ids" uuid[] DEFAULT '{}' NOT NULL,
	"language" text NOT NULL,
	"round" integer DEFAULT 1 NOT NULL,
	"invited_by" uuid NOT NULL,
	"sent_at" timestamp(3) with time zone NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"used_at" timestamp(3) with time zone,
	"withdrawn_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "member_invitation_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "member_invitation_role" CHECK ("member_invitation"."role" in ('owner', 'admin', 'viewer', 'leader')),
	CONSTRAINT "member_invitation_language" CHECK ("member_invitation"."language" in ('en', 'sv'))
);
--> statement-breakpoint
CREATE TABLE "member_lead" (
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role_id" uuid NOT NULL,
	CONSTRAINT "member_lead_organization_id_user_id_role_id_pk" PRIMARY KEY("organization_id","user_id","role_id")
);
--> statement-breakpoint
ALTER TABLE "membership" ADD COLUMN "role" text DEFAULT 'owner' NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_invitation" ADD CONSTRAINT "member_invitation_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_lead" ADD CONSTRAINT "member_lead_membership" FOREIGN KEY ("organization_id","user_id") REFERENCES "public"."membership"("organization_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_lead" ADD CONSTRAINT "member_lead_role" FOREIGN KEY ("organization_id","role_id") REFERENCES "public"."role"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_age" ON "audit_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "member_invitation_by_id" ON "member_invitation" USING btree ("id");--> statement-breakpoint
CREATE UNIQUE INDEX "member_invitation_open" ON "member_invitation" USING btree ("email","organization_id") WHERE used_at is null and withdrawn_at is null;--> statement-breakpoint
CREATE INDEX "member_invitation_age" ON "member_invitation" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "member_lead_of_role" ON "member_lead" USING btree ("role_id");--> statement-breakpoint
ALTER TABLE "membership" ADD CONSTRAINT "membership_role" CHECK ("membership"."role" in ('owner', 'admin', 'viewer', 'leader'));--> statement-breakpoint
grant select, insert, update, delete on member_lead, member_invitation to muster_app, muster_system;
--> statement-breakpoint
-- Append-only: who administers an organisation cannot change what is recorded. The nightly job deletes what is old.
grant select, insert on audit_log to muster_app, muster_system;
--> statement-breakpoint
grant delete on audit_log to muster_system;
--> statement-breakpoint
do $$
declare tenant_table text;
begin
  foreach tenant_table in array array['member_lead', 'member_invitation', 'audit_log'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format('create policy tenant on %I to muster_app using (uuid_cmp(organization_id, (select nullif(current_setting(''app.organization_id'', true), '''')::uuid)) = 0)', tenant_table);
    execute format('create policy everything on %I to muster_system using (true)', tenant_table);
  end loop;
end $$;
