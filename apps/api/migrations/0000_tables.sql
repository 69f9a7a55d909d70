CREATE TABLE "account_message" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"template" text NOT NULL,
	"facts" jsonb NOT NULL,
	"language" text NOT NULL,
	"address" text NOT NULL,
	"status" text DEFAULT 'QUEUED' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"leased_until" timestamp(3) with time zone,
	"fence" integer DEFAULT 0 NOT NULL,
	"provider" text,
	"provider_message_id" text,
	"failure_reason" text,
	"sent_at" timestamp(3) with time zone,
	"delivered_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "app_user" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"last_active_organization_id" uuid,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "app_user_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "assignment" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"shift_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"status" text NOT NULL,
	"source" text NOT NULL,
	"round" integer DEFAULT 1 NOT NULL,
	"token_expires_at" timestamp(3) with time zone NOT NULL,
	"invite_sent_at" timestamp(3) with time zone,
	"invite_method" text,
	"responded_at" timestamp(3) with time zone,
	"other_phone" text,
	"terms_version" text,
	"terms_accepted_at" timestamp(3) with time zone,
	"calendar_uid" text NOT NULL,
	"calendar_sequence" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "assignment_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "assignment_once" UNIQUE("organization_id","shift_id","person_id"),
	CONSTRAINT "assignment_status" CHECK ("assignment"."status" in ('INVITED', 'CONFIRMED', 'DECLINED', 'ABSENT')),
	CONSTRAINT "assignment_source" CHECK ("assignment"."source" in ('admin', 'signup')),
	CONSTRAINT "assignment_invite_method" CHECK ("assignment"."invite_method" in ('EMAIL', 'SMS', 'BOTH'))
);
--> statement-breakpoint
CREATE TABLE "broadcast" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"message_type" text NOT NULL,
	"total_count" integer NOT NULL,
	"sent_count" integer NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "broadcast_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "broadcast_message_type" CHECK ("broadcast"."message_type" in ('reminder', 'custom'))
);
--> statement-breakpoint
CREATE TABLE "daily_cap" (
	"organization_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"day" date NOT NULL,
	"accepted" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "daily_cap_organization_id_channel_day_pk" PRIMARY KEY("organization_id","channel","day")
);
--> statement-breakpoint
CREATE TABLE "event" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"notes" text,
	"location" text,
	"event_date_start" timestamp(3) with time zone NOT NULL,
	"event_date_end" timestamp(3) with time zone NOT NULL,
	"time_zone" text NOT NULL,
	"public_names" text DEFAULT 'full' NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "event_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "event_ends_after_start" CHECK ("event"."event_date_end" > "event"."event_date_start"),
	CONSTRAINT "event_public_names" CHECK ("event"."public_names" in ('full', 'initial', 'hidden'))
);
--> statement-breakpoint
CREATE TABLE "idempotency_key" (
	"organization_id" uuid NOT NULL,
	"shift_id" uuid NOT NULL,
	"key" text NOT NULL,
	"body_hash" text NOT NULL,
	"answer" jsonb NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_key_organization_id_shift_id_key_pk" PRIMARY KEY("organization_id","shift_id","key")
);
--> statement-breakpoint
CREATE TABLE "membership" (
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"last_event_id" uuid,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "membership_organization_id_user_id_pk" PRIMARY KEY("organization_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "message" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"person_id" uuid,
	"broadcast_id" uuid,
	"direction" text DEFAULT 'OUTBOUND' NOT NULL,
	"channel" text NOT NULL,
	"subject" text,
	"body_text" text NOT NULL,
	"read_at" timestamp(3) with time zone,
	"template" text NOT NULL,
	"facts" jsonb NOT NULL,
	"language" text NOT NULL,
	"address" text NOT NULL,
	"status" text DEFAULT 'QUEUED' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"leased_until" timestamp(3) with time zone,
	"fence" integer DEFAULT 0 NOT NULL,
	"provider" text,
	"provider_message_id" text,
	"failure_reason" text,
	"sent_at" timestamp(3) with time zone,
	"delivered_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "message_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "message_status" CHECK ("message"."status" in ('QUEUED', 'SENDING', 'SENT', 'DELIVERED', 'FAILED', 'UNKNOWN')),
	CONSTRAINT "message_direction" CHECK ("message"."direction" in ('OUTBOUND', 'INBOUND')),
	CONSTRAINT "message_channel" CHECK ("message"."channel" in ('EMAIL', 'SMS'))
);
--> statement-breakpoint
CREATE TABLE "one_time_token" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"used_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "organization" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"time_zone" text NOT NULL,
	"language" text NOT NULL,
	"country" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "organization_language" CHECK ("organization"."language" in ('en', 'sv'))
);
--> statement-breakpoint
CREATE TABLE "person" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text,
	"child_team" text,
	"notes" text,
	"language" text,
	"identity_key" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "person_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "person_identity" UNIQUE("organization_id","identity_key"),
	CONSTRAINT "person_language" CHECK ("person"."language" in ('en', 'sv'))
);
--> statement-breakpoint
CREATE TABLE "rate_limit" (
	"bucket" text NOT NULL,
	"window_start" timestamp(3) with time zone NOT NULL,
	"hits" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "rate_limit_bucket_window_start_pk" PRIMARY KEY("bucket","window_start")
);
--> statement-breakpoint
CREATE TABLE "refresh_token" (
	"hash" text PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"generation" integer NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "role" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "role_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "role_in_event" UNIQUE("organization_id","event_id","id")
);
--> statement-breakpoint
CREATE TABLE "session" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"aal" text DEFAULT 'aal1' NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"refreshed_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp(3) with time zone,
	"ended_because" text
);
--> statement-breakpoint
CREATE TABLE "shift" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"role_id" uuid NOT NULL,
	"start_dt" timestamp(3) with time zone NOT NULL,
	"end_dt" timestamp(3) with time zone NOT NULL,
	"required_qty" integer NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "shift_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "shift_ends_after_start" CHECK ("shift"."end_dt" > "shift"."start_dt"),
	CONSTRAINT "shift_required_qty" CHECK ("shift"."required_qty" >= 1)
);
--> statement-breakpoint
CREATE TABLE "suppression" (
	"organization_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"address" text NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "suppression_organization_id_channel_address_pk" PRIMARY KEY("organization_id","channel","address")
);
--> statement-breakpoint
CREATE TABLE "webhook_event" (
	"provider" text NOT NULL,
	"provider_event_id" text NOT NULL,
	"received_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_event_provider_provider_event_id_pk" PRIMARY KEY("provider","provider_event_id")
);
--> statement-breakpoint
CREATE TABLE "worker_heartbeat" (
	"worker_id" uuid PRIMARY KEY NOT NULL,
	"beat_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account_message" ADD CONSTRAINT "account_message_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignment" ADD CONSTRAINT "assignment_shift" FOREIGN KEY ("organization_id","shift_id") REFERENCES "public"."shift"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignment" ADD CONSTRAINT "assignment_person" FOREIGN KEY ("organization_id","person_id") REFERENCES "public"."person"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broadcast" ADD CONSTRAINT "broadcast_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "daily_cap" ADD CONSTRAINT "daily_cap_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event" ADD CONSTRAINT "event_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_key" ADD CONSTRAINT "idempotency_key_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership" ADD CONSTRAINT "membership_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership" ADD CONSTRAINT "membership_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message" ADD CONSTRAINT "message_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_time_token" ADD CONSTRAINT "one_time_token_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person" ADD CONSTRAINT "person_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_token" ADD CONSTRAINT "refresh_token_session_id_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."session"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role" ADD CONSTRAINT "role_event" FOREIGN KEY ("organization_id","event_id") REFERENCES "public"."event"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shift" ADD CONSTRAINT "shift_role" FOREIGN KEY ("organization_id","event_id","role_id") REFERENCES "public"."role"("organization_id","event_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suppression" ADD CONSTRAINT "suppression_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_message_due" ON "account_message" USING btree ("due_at") WHERE status in ('QUEUED', 'SENDING');--> statement-breakpoint
CREATE INDEX "assignment_by_id" ON "assignment" USING btree ("id");--> statement-breakpoint
CREATE INDEX "assignment_of_person" ON "assignment" USING btree ("organization_id","person_id");--> statement-breakpoint
CREATE INDEX "event_by_id" ON "event" USING btree ("id");--> statement-breakpoint
CREATE INDEX "idempotency_key_age" ON "idempotency_key" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "membership_user" ON "membership" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "message_due" ON "message" USING btree ("due_at") WHERE status in ('QUEUED', 'SENDING');--> statement-breakpoint
CREATE INDEX "message_of_person" ON "message" USING btree ("organization_id","person_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "message_once_per_broadcast" ON "message" USING btree ("organization_id","broadcast_id","person_id","channel") WHERE broadcast_id is not null;--> statement-breakpoint
CREATE INDEX "one_time_token_user" ON "one_time_token" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "rate_limit_age" ON "rate_limit" USING btree ("window_start");--> statement-breakpoint
CREATE UNIQUE INDEX "refresh_token_generation" ON "refresh_token" USING btree ("session_id","generation");--> statement-breakpoint
CREATE INDEX "role_of_event" ON "role" USING btree ("organization_id","event_id");--> statement-breakpoint
CREATE INDEX "session_user" ON "session" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "shift_by_id" ON "shift" USING btree ("id");--> statement-breakpoint
CREATE INDEX "shift_of_event" ON "shift" USING btree ("organization_id","event_id");--> statement-breakpoint
CREATE INDEX "shift_of_role" ON "shift" USING btree ("organization_id","role_id");