CREATE TABLE "account_message" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"channel" text DEFAULT 'EMAIL' NOT NULL,
	"template" text NOT NULL,
	"payload" jsonb NOT NULL,
	"language" text NOT NULL,
	"address" text NOT NULL,
	"status" text DEFAULT 'QUEUED' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"leased_until" timestamp(3) with time zone,
	"fence" integer DEFAULT 0 NOT NULL,
	"asked_at" timestamp(3) with time zone,
	"provider" text,
	"provider_message_id" text,
	"reported_at" timestamp(3) with time zone,
	"failure_reason" text,
	"sent_at" timestamp(3) with time zone,
	"delivered_at" timestamp(3) with time zone,
	"erased_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"request_id" text DEFAULT nullif(current_setting('app.request_id', true), ''),
	"traceparent" text DEFAULT nullif(current_setting('app.traceparent', true), ''),
	CONSTRAINT "account_message_status" CHECK ("account_message"."status" in ('QUEUED', 'SENDING', 'SENT', 'DELIVERED', 'FAILED', 'UNKNOWN')),
	CONSTRAINT "account_message_channel" CHECK ("account_message"."channel" in ('EMAIL', 'SMS'))
);
--> statement-breakpoint
CREATE TABLE "answer" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"question_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"label" text NOT NULL,
	"delete_after_event" boolean NOT NULL,
	"value" jsonb NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "answer_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "answer_kind" CHECK ("answer"."kind" in ('text', 'choice', 'many', 'yes_no'))
);
--> statement-breakpoint
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
	"suspended_at" timestamp(3) with time zone,
	"expiry_told_at" timestamp(3) with time zone,
	CONSTRAINT "api_key_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "api_key_rights" CHECK (cardinality("api_key"."rights") > 0 and "api_key"."rights" <@ array['read', 'plan', 'send'])
);
--> statement-breakpoint
CREATE TABLE "app_user" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text,
	"password_hash" text NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"last_active_organization_id" uuid,
	"notified_terms_version" text,
	"password_changed_at" timestamp(3) with time zone,
	"ends_at" timestamp(3) with time zone,
	"disabled_at" timestamp(3) with time zone,
	"locked_since" timestamp(3) with time zone,
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
	"uncapped_expires_at" timestamp(3) with time zone NOT NULL,
	"expiry_set_at" timestamp(3) with time zone NOT NULL,
	"invite_sent_at" timestamp(3) with time zone,
	"invite_method" text,
	"responded_at" timestamp(3) with time zone,
	"cancelled_at" timestamp(3) with time zone,
	"cancel_reason" text,
	"agreed_start_dt" timestamp(3) with time zone,
	"agreed_end_dt" timestamp(3) with time zone,
	"asked_again_at" timestamp(3) with time zone,
	"freed_unanswered" boolean DEFAULT false NOT NULL,
	"disowned" text,
	"ask_id" uuid,
	"ask_places" integer,
	"offer_ended" text,
	"swap_id" uuid,
	"handed_to" uuid,
	"other_phone" text,
	"note" text,
	"is_minor" boolean DEFAULT false NOT NULL,
	"terms_version" text,
	"terms_accepted_at" timestamp(3) with time zone,
	"corrections" integer DEFAULT 0 NOT NULL,
	"calendar_uid" text NOT NULL,
	"calendar_sequence" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "assignment_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "assignment_once" UNIQUE("shift_id","person_id","organization_id"),
	CONSTRAINT "assignment_status" CHECK ("assignment"."status" in ('INVITED', 'CONFIRMED', 'DECLINED', 'ABSENT')),
	CONSTRAINT "assignment_source" CHECK ("assignment"."source" in ('admin', 'signup')),
	CONSTRAINT "assignment_invite_method" CHECK ("assignment"."invite_method" in ('EMAIL', 'SMS', 'BOTH')),
	CONSTRAINT "assignment_disowned" CHECK ("assignment"."disowned" in ('in_time', 'late')),
	CONSTRAINT "assignment_offer_ended" CHECK ("assignment"."offer_ended" in ('taken', 'stopped'))
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" uuid,
	"action" text NOT NULL,
	"subjects" jsonb NOT NULL,
	"fields" text[] DEFAULT '{}' NOT NULL,
	"changes" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"shift" jsonb,
	"batch_id" uuid,
	CONSTRAINT "audit_log_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "audit_log_actor" CHECK ("audit_log"."actor_kind" in ('account', 'api_key', 'link', 'operator'))
);
--> statement-breakpoint
CREATE TABLE "batch" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"event_ids" uuid[] NOT NULL,
	"before" json,
	"after" json,
	"kept" jsonb,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "batch_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "broadcast" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"message_type" text NOT NULL,
	"form" jsonb,
	"people_count" integer DEFAULT 0 NOT NULL,
	"total_count" integer NOT NULL,
	"sent_count" integer NOT NULL,
	"unreachable" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"state" text DEFAULT 'sent' NOT NULL,
	"send_at" timestamp(3) with time zone,
	"refusal" text,
	"resend_of" uuid,
	"due_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"undone_count" integer DEFAULT 0 NOT NULL,
	"invitations" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "broadcast_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "broadcast_message_type" CHECK ("broadcast"."message_type" in ('reminder', 'custom')),
	CONSTRAINT "broadcast_state" CHECK ("broadcast"."state" in ('planned', 'sent', 'cancelled', 'refused')),
	CONSTRAINT "broadcast_planned_time" CHECK ("broadcast"."state" <> 'planned' or "broadcast"."send_at" is not null)
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
CREATE TABLE "deletion" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"event_id" uuid,
	"deleted_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "deletion_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "deletion_kind" CHECK ("deletion"."kind" in ('event', 'role', 'shift', 'person'))
);
--> statement-breakpoint
CREATE TABLE "email_change" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"former_email" text NOT NULL,
	"new_email" text NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"confirmed_at" timestamp(3) with time zone,
	"undone_at" timestamp(3) with time zone,
	"phone_changed_at" timestamp(3) with time zone,
	"former_phone" text,
	"new_phone" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "email_change_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "ended_thread" (
	"organization_id" uuid NOT NULL,
	"conversation_sid" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ended_thread_organization_id_conversation_sid_pk" PRIMARY KEY("organization_id","conversation_sid")
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
	"contact_email" text,
	"contact_phone" text,
	"cancel_until_hours" integer DEFAULT 24,
	"reminder_hours" integer DEFAULT 24,
	"reminder_sms" boolean DEFAULT false NOT NULL,
	"waiting_list" boolean DEFAULT true NOT NULL,
	"late_signup" boolean DEFAULT false NOT NULL,
	"certificates" boolean DEFAULT false NOT NULL,
	"swap" text DEFAULT 'link' NOT NULL,
	"approval" text DEFAULT 'none' NOT NULL,
	"max_shifts" integer,
	"min_rest_hours" integer,
	"questions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"published" boolean DEFAULT true NOT NULL,
	"signup_opens_at" timestamp(3) with time zone,
	"signup_closes_at" timestamp(3) with time zone,
	"archived" boolean DEFAULT false NOT NULL,
	"link_key" text DEFAULT replace(gen_random_uuid()::text, '-', '') NOT NULL,
	"free_unanswered" boolean DEFAULT false NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "event_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "event_ends_after_start" CHECK ("event"."event_date_end" > "event"."event_date_start"),
	CONSTRAINT "event_reminder_hours" CHECK ("event"."reminder_hours" in (24, 48, 72)),
	CONSTRAINT "event_cancel_until_hours" CHECK ("event"."cancel_until_hours" between 0 and 720),
	CONSTRAINT "event_signup_closes_after_opening" CHECK ("event"."signup_closes_at" > "event"."signup_opens_at"),
	CONSTRAINT "event_public_names" CHECK ("event"."public_names" in ('full', 'initial', 'hidden')),
	CONSTRAINT "event_swap" CHECK ("event"."swap" in ('link', 'line_first', 'off')),
	CONSTRAINT "event_approval" CHECK ("event"."approval" in ('none', 'unknown', 'all')),
	CONSTRAINT "event_max_shifts" CHECK ("event"."max_shifts" >= 1),
	CONSTRAINT "event_min_rest_hours" CHECK ("event"."min_rest_hours" >= 1)
);
--> statement-breakpoint
CREATE TABLE "flow_state" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"code_challenge" text NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"used_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_key" (
	"organization_id" uuid NOT NULL,
	"scope_id" uuid NOT NULL,
	"key" text NOT NULL,
	"body_hash" text NOT NULL,
	"answer" jsonb NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_key_organization_id_scope_id_key_pk" PRIMARY KEY("organization_id","scope_id","key")
);
--> statement-breakpoint
CREATE TABLE "imported_person" (
	"organization_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"before" jsonb,
	CONSTRAINT "imported_person_organization_id_import_id_person_id_pk" PRIMARY KEY("organization_id","import_id","person_id")
);
--> statement-breakpoint
CREATE TABLE "mail_block" (
	"address_key" text PRIMARY KEY NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_quota" (
	"address_key" text PRIMARY KEY NOT NULL,
	"sent_at" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"digest_id" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
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
CREATE TABLE "membership" (
	"organization_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"last_event_id" uuid,
	"role" text DEFAULT 'owner' NOT NULL,
	"cancellation_notices" text DEFAULT 'each' NOT NULL,
	"cancellations_told_at" timestamp(3) with time zone,
	"sign_up_notices" text DEFAULT 'daily' NOT NULL,
	"sign_ups_told_at" timestamp(3) with time zone,
	"request_notices" text DEFAULT 'daily' NOT NULL,
	"requests_told_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "membership_organization_id_user_id_pk" PRIMARY KEY("organization_id","user_id"),
	CONSTRAINT "membership_role" CHECK ("membership"."role" in ('owner', 'admin', 'viewer', 'leader')),
	CONSTRAINT "membership_cancellation_notices" CHECK ("membership"."cancellation_notices" in ('none', 'each', 'daily')),
	CONSTRAINT "membership_sign_up_notices" CHECK ("membership"."sign_up_notices" in ('none', 'each', 'daily')),
	CONSTRAINT "membership_request_notices" CHECK ("membership"."request_notices" in ('none', 'each', 'daily'))
);
--> statement-breakpoint
CREATE TABLE "merge" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"kept_id" uuid NOT NULL,
	"merged_id" uuid NOT NULL,
	"before" json,
	"after" json,
	"undone" jsonb,
	"merged_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "merge_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "merged_link" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"merge_id" uuid NOT NULL,
	"leads_to" uuid NOT NULL,
	"round" integer NOT NULL,
	"leads_to_round" integer NOT NULL,
	"feed_rounds" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"leads_to_feed_rounds" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "merged_link_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "message" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"person_id" uuid,
	"merged_from" uuid,
	"broadcast_id" uuid,
	"batch_id" uuid,
	"direction" text DEFAULT 'OUTBOUND' NOT NULL,
	"channel" text NOT NULL,
	"subject" text,
	"body_text" text,
	"digest_id" uuid,
	"read_at" timestamp(3) with time zone,
	"is_unread" boolean DEFAULT false NOT NULL,
	"template" text NOT NULL,
	"payload" jsonb NOT NULL,
	"language" text NOT NULL,
	"address" text NOT NULL,
	"status" text DEFAULT 'QUEUED' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"leased_until" timestamp(3) with time zone,
	"fence" integer DEFAULT 0 NOT NULL,
	"asked_at" timestamp(3) with time zone,
	"provider" text,
	"provider_message_id" text,
	"reported_at" timestamp(3) with time zone,
	"failure_reason" text,
	"sent_at" timestamp(3) with time zone,
	"delivered_at" timestamp(3) with time zone,
	"erased_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"request_id" text DEFAULT nullif(current_setting('app.request_id', true), ''),
	"traceparent" text DEFAULT nullif(current_setting('app.traceparent', true), ''),
	CONSTRAINT "message_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "message_status" CHECK ("message"."status" in ('QUEUED', 'SENDING', 'SENT', 'DELIVERED', 'FAILED', 'UNKNOWN')),
	CONSTRAINT "message_direction" CHECK ("message"."direction" in ('OUTBOUND', 'INBOUND')),
	CONSTRAINT "message_channel" CHECK ("message"."channel" in ('EMAIL', 'SMS'))
);
--> statement-breakpoint
CREATE TABLE "mfa_challenge" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"factor_id" uuid,
	"purpose" text NOT NULL,
	"challenge" text,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"used_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mfa_factor" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"factor_type" text NOT NULL,
	"status" text DEFAULT 'unverified' NOT NULL,
	"friendly_name" text NOT NULL,
	"secret" text,
	"phone" text,
	"last_step" integer,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mfa_factor_type" CHECK ("mfa_factor"."factor_type" in ('totp', 'phone')),
	CONSTRAINT "mfa_factor_status" CHECK ("mfa_factor"."status" in ('unverified', 'verified'))
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
CREATE TABLE "opening_mail" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"email" text NOT NULL,
	"language" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp(3) with time zone,
	CONSTRAINT "opening_mail_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "opening_mail_once" UNIQUE("event_id","email","organization_id")
);
--> statement-breakpoint
CREATE TABLE "organization" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"time_zone" text NOT NULL,
	"language" text NOT NULL,
	"country" text,
	"contact_email" text,
	"contact_phone" text,
	"sms_sender" text,
	"approved_sms_sender" text,
	"sender_approved_for" text,
	"color" text,
	"logo_hash" text,
	"uses_child_team" boolean DEFAULT false NOT NULL,
	"second_factor" text DEFAULT 'optional' NOT NULL,
	"created_by" uuid,
	"ended_at" timestamp(3) with time zone,
	"paused_at" timestamp(3) with time zone,
	"pause_reason" text,
	"link_replacement" jsonb,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "organization_language" CHECK ("organization"."language" in ('en', 'sv')),
	CONSTRAINT "organization_second_factor" CHECK ("organization"."second_factor" in ('optional', 'required'))
);
--> statement-breakpoint
CREATE TABLE "organization_logo" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"bytes" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "person" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email" text,
	"phone" text,
	"child_team" text,
	"notes" text,
	"language" text,
	"gets_reminders" boolean DEFAULT true NOT NULL,
	"calendar_round" integer DEFAULT 1 NOT NULL,
	"event_feed_rounds" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"asked_details" jsonb,
	"identity_key" text NOT NULL,
	"search_text" text,
	"erased_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "person_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "person_identity" UNIQUE("identity_key","organization_id"),
	CONSTRAINT "person_language" CHECK ("person"."language" in ('en', 'sv'))
);
--> statement-breakpoint
CREATE TABLE "person_import" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"tag_ids" uuid[] NOT NULL,
	"kept" jsonb,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "person_import_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "person_tag" (
	"organization_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"tag_id" uuid NOT NULL,
	CONSTRAINT "person_tag_organization_id_person_id_tag_id_pk" PRIMARY KEY("organization_id","person_id","tag_id")
);
--> statement-breakpoint
CREATE TABLE "rate_limit" (
	"bucket" text NOT NULL,
	"window_start" timestamp(3) with time zone NOT NULL,
	"hits" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "rate_limit_bucket_window_start_pk" PRIMARY KEY("bucket","window_start")
);
--> statement-breakpoint
CREATE TABLE "recovery_code" (
	"user_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"used_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recovery_code_user_id_hash_pk" PRIMARY KEY("user_id","hash")
);
--> statement-breakpoint
CREATE TABLE "refresh_token" (
	"hash" text PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"generation" integer NOT NULL,
	"repeats" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "request" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"shift_id" uuid NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text NOT NULL,
	"language" text,
	"identity_key" text NOT NULL,
	"form_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"is_minor" boolean NOT NULL,
	"note" text,
	"answers" jsonb NOT NULL,
	"giver_id" uuid,
	"terms_version" text NOT NULL,
	"start_dt" timestamp(3) with time zone NOT NULL,
	"end_dt" timestamp(3) with time zone NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "request_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "request_once" UNIQUE("shift_id","identity_key","organization_id")
);
--> statement-breakpoint
CREATE TABLE "role" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"min_age" integer,
	"needs_tag" uuid,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "role_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "role_in_event" UNIQUE("id","event_id","organization_id"),
	CONSTRAINT "role_min_age" CHECK ("role"."min_age" between 1 and 99)
);
--> statement-breakpoint
CREATE TABLE "saved_text" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "saved_text_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "scheduled_job" (
	"name" text PRIMARY KEY NOT NULL,
	"due_at" timestamp(3) with time zone NOT NULL,
	"leased_until" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sending_total" (
	"scope" text NOT NULL,
	"channel" text NOT NULL,
	"day" date NOT NULL,
	"accepted" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "sending_total_scope_channel_day_pk" PRIMARY KEY("scope","channel","day")
);
--> statement-breakpoint
CREATE TABLE "session" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"aal" text DEFAULT 'aal1' NOT NULL,
	"amr" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"user_agent" text,
	"proven_at" timestamp(3) with time zone,
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
	"visibility" text DEFAULT 'public' NOT NULL,
	"meeting_point" text,
	"note" text,
	"meant_times" jsonb,
	"reminder_due_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "shift_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "shift_ends_after_start" CHECK ("shift"."end_dt" > "shift"."start_dt"),
	CONSTRAINT "shift_visibility" CHECK ("shift"."visibility" in ('public', 'link')),
	CONSTRAINT "shift_required_qty" CHECK ("shift"."required_qty" >= 1)
);
--> statement-breakpoint
CREATE TABLE "sms_thread" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"phone" text NOT NULL,
	"number" text NOT NULL,
	"conversation_sid" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sms_thread_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "sms_thread_once" UNIQUE("phone","number","organization_id")
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
CREATE TABLE "tag" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tag_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "tag_once" UNIQUE("name_key","organization_id")
);
--> statement-breakpoint
CREATE TABLE "told_apart" (
	"organization_id" uuid NOT NULL,
	"one_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	CONSTRAINT "told_apart_organization_id_one_id_other_id_pk" PRIMARY KEY("organization_id","one_id","other_id")
);
--> statement-breakpoint
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
CREATE TABLE "webauthn_credential" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"friendly_name" text NOT NULL,
	"is_synced" boolean NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp(3) with time zone,
	CONSTRAINT "webauthn_credential_credential_id_unique" UNIQUE("credential_id")
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
ALTER TABLE "answer" ADD CONSTRAINT "answer_event" FOREIGN KEY ("organization_id","event_id") REFERENCES "public"."event"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "answer" ADD CONSTRAINT "answer_person" FOREIGN KEY ("organization_id","person_id") REFERENCES "public"."person"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_event" FOREIGN KEY ("organization_id","event_id") REFERENCES "public"."event"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignment" ADD CONSTRAINT "assignment_shift" FOREIGN KEY ("organization_id","shift_id") REFERENCES "public"."shift"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignment" ADD CONSTRAINT "assignment_person" FOREIGN KEY ("organization_id","person_id") REFERENCES "public"."person"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batch" ADD CONSTRAINT "batch_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broadcast" ADD CONSTRAINT "broadcast_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "daily_cap" ADD CONSTRAINT "daily_cap_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deletion" ADD CONSTRAINT "deletion_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_change" ADD CONSTRAINT "email_change_person" FOREIGN KEY ("organization_id","person_id") REFERENCES "public"."person"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event" ADD CONSTRAINT "event_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flow_state" ADD CONSTRAINT "flow_state_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_key" ADD CONSTRAINT "idempotency_key_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imported_person" ADD CONSTRAINT "imported_person_import" FOREIGN KEY ("organization_id","import_id") REFERENCES "public"."person_import"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imported_person" ADD CONSTRAINT "imported_person_person" FOREIGN KEY ("organization_id","person_id") REFERENCES "public"."person"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_invitation" ADD CONSTRAINT "member_invitation_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_lead" ADD CONSTRAINT "member_lead_membership" FOREIGN KEY ("organization_id","user_id") REFERENCES "public"."membership"("organization_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_lead" ADD CONSTRAINT "member_lead_role" FOREIGN KEY ("organization_id","role_id") REFERENCES "public"."role"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership" ADD CONSTRAINT "membership_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership" ADD CONSTRAINT "membership_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merge" ADD CONSTRAINT "merge_person" FOREIGN KEY ("organization_id","person_id") REFERENCES "public"."person"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merged_link" ADD CONSTRAINT "merged_link_merge" FOREIGN KEY ("organization_id","merge_id") REFERENCES "public"."merge"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message" ADD CONSTRAINT "message_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mfa_challenge" ADD CONSTRAINT "mfa_challenge_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mfa_challenge" ADD CONSTRAINT "mfa_challenge_factor_id_mfa_factor_id_fk" FOREIGN KEY ("factor_id") REFERENCES "public"."mfa_factor"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mfa_factor" ADD CONSTRAINT "mfa_factor_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_time_token" ADD CONSTRAINT "one_time_token_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opening_mail" ADD CONSTRAINT "opening_mail_event" FOREIGN KEY ("organization_id","event_id") REFERENCES "public"."event"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_logo" ADD CONSTRAINT "organization_logo_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person" ADD CONSTRAINT "person_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_import" ADD CONSTRAINT "person_import_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_tag" ADD CONSTRAINT "person_tag_person" FOREIGN KEY ("organization_id","person_id") REFERENCES "public"."person"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_tag" ADD CONSTRAINT "person_tag_tag" FOREIGN KEY ("organization_id","tag_id") REFERENCES "public"."tag"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_token" ADD CONSTRAINT "refresh_token_session_id_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."session"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request" ADD CONSTRAINT "request_shift" FOREIGN KEY ("organization_id","shift_id") REFERENCES "public"."shift"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role" ADD CONSTRAINT "role_event" FOREIGN KEY ("organization_id","event_id") REFERENCES "public"."event"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role" ADD CONSTRAINT "role_needs_tag" FOREIGN KEY ("organization_id","needs_tag") REFERENCES "public"."tag"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_text" ADD CONSTRAINT "saved_text_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shift" ADD CONSTRAINT "shift_role" FOREIGN KEY ("organization_id","event_id","role_id") REFERENCES "public"."role"("organization_id","event_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sms_thread" ADD CONSTRAINT "sms_thread_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suppression" ADD CONSTRAINT "suppression_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tag" ADD CONSTRAINT "tag_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "told_apart" ADD CONSTRAINT "told_apart_one" FOREIGN KEY ("organization_id","one_id") REFERENCES "public"."person"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "told_apart" ADD CONSTRAINT "told_apart_other" FOREIGN KEY ("organization_id","other_id") REFERENCES "public"."person"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting" ADD CONSTRAINT "waiting_shift" FOREIGN KEY ("organization_id","shift_id") REFERENCES "public"."shift"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting" ADD CONSTRAINT "waiting_person" FOREIGN KEY ("organization_id","person_id") REFERENCES "public"."person"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webauthn_credential" ADD CONSTRAINT "webauthn_credential_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_message_due" ON "account_message" USING btree ("due_at") WHERE status in ('QUEUED', 'SENDING', 'UNKNOWN');--> statement-breakpoint
CREATE INDEX "account_message_to_erase" ON "account_message" USING btree ("erased_at") WHERE erased_at is not null and address <> '';--> statement-breakpoint
CREATE INDEX "account_message_age" ON "account_message" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "account_message_reported" ON "account_message" USING btree ("provider","asked_at") WHERE reported_at is not null;--> statement-breakpoint
CREATE INDEX "account_message_of_request" ON "account_message" USING btree ("request_id") WHERE request_id is not null;--> statement-breakpoint
CREATE INDEX "answer_of_event" ON "answer" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "answer_of_person" ON "answer" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "api_key_by_hash" ON "api_key" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "assignment_by_id" ON "assignment" USING btree ("id");--> statement-breakpoint
CREATE INDEX "assignment_of_person" ON "assignment" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "assignment_cancelled" ON "assignment" USING btree ("cancelled_at") WHERE cancelled_at is not null;--> statement-breakpoint
CREATE INDEX "assignment_signed_up" ON "assignment" USING brin ("terms_accepted_at");--> statement-breakpoint
CREATE INDEX "assignment_asked_again" ON "assignment" USING btree ("asked_again_at") WHERE asked_again_at is not null;--> statement-breakpoint
CREATE INDEX "assignment_of_ask" ON "assignment" USING btree ("ask_id") WHERE ask_id is not null;--> statement-breakpoint
CREATE INDEX "assignment_offered" ON "assignment" USING btree ("shift_id") WHERE ask_id is not null and status = 'INVITED';--> statement-breakpoint
CREATE INDEX "audit_log_age" ON "audit_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "batch_age" ON "batch" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "broadcast_by_id" ON "broadcast" USING btree ("id");--> statement-breakpoint
CREATE INDEX "broadcast_of_event" ON "broadcast" USING btree ("event_id","created_at");--> statement-breakpoint
CREATE INDEX "broadcast_planned" ON "broadcast" USING btree ("send_at") WHERE state = 'planned';--> statement-breakpoint
CREATE INDEX "broadcast_resent" ON "broadcast" USING btree ("resend_of") WHERE resend_of is not null;--> statement-breakpoint
CREATE INDEX "deletion_age" ON "deletion" USING btree ("deleted_at");--> statement-breakpoint
CREATE INDEX "email_change_by_id" ON "email_change" USING btree ("id");--> statement-breakpoint
CREATE INDEX "email_change_of_person" ON "email_change" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "email_change_age" ON "email_change" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "event_by_id" ON "event" USING btree ("id");--> statement-breakpoint
CREATE INDEX "flow_state_user" ON "flow_state" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "flow_state_age" ON "flow_state" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "idempotency_key_age" ON "idempotency_key" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "imported_person_of_person" ON "imported_person" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "mail_quota_age" ON "mail_quota" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "member_invitation_by_id" ON "member_invitation" USING btree ("id");--> statement-breakpoint
CREATE UNIQUE INDEX "member_invitation_open" ON "member_invitation" USING btree ("email","organization_id") WHERE used_at is null and withdrawn_at is null;--> statement-breakpoint
CREATE INDEX "member_invitation_age" ON "member_invitation" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "member_lead_of_role" ON "member_lead" USING btree ("role_id");--> statement-breakpoint
CREATE INDEX "membership_user" ON "membership" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "merge_of_person" ON "merge" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "merge_age" ON "merge" USING btree ("merged_at") WHERE before is not null;--> statement-breakpoint
CREATE INDEX "merged_link_by_id" ON "merged_link" USING btree ("id");--> statement-breakpoint
CREATE INDEX "merged_link_of_merge" ON "merged_link" USING btree ("merge_id");--> statement-breakpoint
CREATE INDEX "message_by_id" ON "message" USING btree ("id");--> statement-breakpoint
CREATE INDEX "message_waiting" ON "message" USING btree ("channel","organization_id","due_at") WHERE status = 'QUEUED' and digest_id is null;--> statement-breakpoint
CREATE INDEX "message_of_digest" ON "message" USING btree ("digest_id") WHERE digest_id is not null;--> statement-breakpoint
CREATE INDEX "message_unread" ON "message" USING btree ("person_id") WHERE is_unread;--> statement-breakpoint
CREATE INDEX "message_to_erase" ON "message" USING btree ("erased_at") WHERE erased_at is not null and address <> '';--> statement-breakpoint
CREATE INDEX "message_held" ON "message" USING btree ("leased_until") WHERE status = 'SENDING';--> statement-breakpoint
CREATE INDEX "message_unknown" ON "message" USING btree ("asked_at") WHERE status = 'UNKNOWN';--> statement-breakpoint
CREATE INDEX "message_reported" ON "message" USING btree ("provider","asked_at") WHERE reported_at is not null;--> statement-breakpoint
CREATE INDEX "message_of_number" ON "message" USING btree ("address","created_at") WHERE channel = 'SMS';--> statement-breakpoint
CREATE INDEX "message_by_member" ON "message" USING btree (lower(address),"created_at") WHERE template in ('invitation', 'reminder', 'custom_text', 'new_link');--> statement-breakpoint
CREATE INDEX "message_at_provider" ON "message" USING btree ("provider_message_id") WHERE provider_message_id is not null;--> statement-breakpoint
CREATE INDEX "message_of_batch" ON "message" USING btree ("batch_id") WHERE batch_id is not null;--> statement-breakpoint
CREATE INDEX "message_of_person" ON "message" USING btree ("person_id","created_at");--> statement-breakpoint
CREATE INDEX "message_of_request" ON "message" USING btree ("request_id") WHERE request_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "message_once_per_broadcast" ON "message" USING btree ("broadcast_id",coalesce("merged_from", "person_id"),"channel","organization_id") WHERE broadcast_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "message_link_again_once_a_day" ON "message" USING btree ((payload->>'assignment_id'),(payload->>'day'),"organization_id") WHERE template = 'link_again';--> statement-breakpoint
CREATE UNIQUE INDEX "message_shift_reminder_once_a_day" ON "message" USING btree (coalesce("merged_from", "person_id"),(payload->>'day'),"channel","organization_id") WHERE template = 'shift_reminder';--> statement-breakpoint
CREATE INDEX "mfa_challenge_user" ON "mfa_challenge" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "mfa_challenge_factor" ON "mfa_challenge" USING btree ("factor_id");--> statement-breakpoint
CREATE INDEX "mfa_challenge_age" ON "mfa_challenge" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "mfa_factor_name" ON "mfa_factor" USING btree ("user_id","friendly_name") WHERE friendly_name <> '';--> statement-breakpoint
CREATE INDEX "mfa_factor_user" ON "mfa_factor" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "one_time_token_user" ON "one_time_token" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "opening_mail_due" ON "opening_mail" USING btree ("event_id") WHERE sent_at is null;--> statement-breakpoint
CREATE INDEX "organization_logo_hash" ON "organization" USING btree ("logo_hash");--> statement-breakpoint
CREATE INDEX "person_by_id" ON "person" USING btree ("id");--> statement-breakpoint
CREATE INDEX "person_by_phone" ON "person" USING btree ("phone") WHERE phone is not null;--> statement-breakpoint
CREATE INDEX "person_by_address" ON "person" USING btree ("identity_key" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "person_import_age" ON "person_import" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "person_tag_of_person" ON "person_tag" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "person_tag_of_tag" ON "person_tag" USING btree ("tag_id");--> statement-breakpoint
CREATE INDEX "rate_limit_age" ON "rate_limit" USING btree ("window_start");--> statement-breakpoint
CREATE UNIQUE INDEX "refresh_token_generation" ON "refresh_token" USING btree ("session_id","generation");--> statement-breakpoint
CREATE INDEX "request_by_id" ON "request" USING btree ("id");--> statement-breakpoint
CREATE INDEX "request_by_identity" ON "request" USING btree ("identity_key");--> statement-breakpoint
CREATE INDEX "request_of_form" ON "request" USING btree ("form_id");--> statement-breakpoint
CREATE INDEX "request_of_giver" ON "request" USING btree ("giver_id") WHERE giver_id is not null;--> statement-breakpoint
CREATE INDEX "role_of_event" ON "role" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "session_user" ON "session" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "shift_by_id" ON "shift" USING btree ("id");--> statement-breakpoint
CREATE INDEX "shift_of_event" ON "shift" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "shift_reminder_due" ON "shift" USING btree ("reminder_due_at") WHERE reminder_due_at is not null;--> statement-breakpoint
CREATE INDEX "shift_of_role" ON "shift" USING btree ("role_id");--> statement-breakpoint
CREATE INDEX "sms_thread_by_conversation" ON "sms_thread" USING btree ("conversation_sid");--> statement-breakpoint
CREATE INDEX "told_apart_of_one" ON "told_apart" USING btree ("one_id");--> statement-breakpoint
CREATE INDEX "told_apart_of_other" ON "told_apart" USING btree ("other_id");--> statement-breakpoint
CREATE INDEX "waiting_by_id" ON "waiting" USING btree ("id");--> statement-breakpoint
CREATE INDEX "waiting_in_line" ON "waiting" USING btree ("shift_id") WHERE status in ('WAITING', 'OFFERED');--> statement-breakpoint
CREATE INDEX "waiting_of_person" ON "waiting" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "webauthn_credential_user" ON "webauthn_credential" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "webhook_event_age" ON "webhook_event" USING btree ("received_at");