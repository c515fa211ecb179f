--
-- PostgreSQL database dump
--


-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Name: events_are_only_appended(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.events_are_only_appended() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION 'events are only ever appended'; END $$;


SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: __diesel_schema_migrations; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.__diesel_schema_migrations (
    version character varying(50) NOT NULL,
    run_on timestamp without time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);


--
-- Name: accounts; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.accounts (
    id text NOT NULL,
    handle text NOT NULL,
    handle_key text NOT NULL,
    email text NOT NULL,
    email_key text NOT NULL,
    confirmed_at timestamp without time zone,
    password_hash text NOT NULL,
    muted text NOT NULL,
    created_at timestamp without time zone NOT NULL,
    closed_at timestamp without time zone
);


--
-- Name: answered; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.answered (
    account_id text NOT NULL,
    idempotency_key text NOT NULL,
    match_id text NOT NULL,
    fingerprint text NOT NULL,
    from_version bigint NOT NULL,
    to_version bigint NOT NULL,
    recorded_at timestamp without time zone NOT NULL
);


--
-- Name: api_tokens; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.api_tokens (
    account_id text NOT NULL,
    id text NOT NULL,
    name text NOT NULL,
    token_hash text NOT NULL,
    scopes text NOT NULL,
    created_at timestamp without time zone NOT NULL,
    last_used_at timestamp without time zone,
    revoked_at timestamp without time zone
);


--
-- Name: events; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.events (
    match_id text NOT NULL,
    version bigint NOT NULL,
    kind text NOT NULL,
    schema_number integer NOT NULL,
    data text NOT NULL,
    seat integer,
    actor text NOT NULL,
    command text,
    draw bigint,
    recorded_at timestamp without time zone NOT NULL,
    salt text NOT NULL,
    hash text NOT NULL
);


--
-- Name: letters; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.letters (
    account_id text NOT NULL,
    id text NOT NULL,
    kind text NOT NULL,
    match_id text,
    version bigint,
    data text NOT NULL,
    state text NOT NULL,
    attempts integer NOT NULL,
    due_at timestamp without time zone NOT NULL,
    claimed_by text,
    error text,
    created_at timestamp without time zone NOT NULL,
    sent_at timestamp without time zone
);


--
-- Name: match_secrets; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.match_secrets (
    match_id text NOT NULL,
    seed text NOT NULL,
    invitation text NOT NULL
);


--
-- Name: matches; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.matches (
    id text NOT NULL,
    game text NOT NULL,
    title text NOT NULL,
    visibility text NOT NULL,
    status text NOT NULL,
    seats integer NOT NULL,
    config text NOT NULL,
    host_id text NOT NULL,
    version bigint NOT NULL,
    hash text NOT NULL,
    opened_at timestamp without time zone NOT NULL,
    started_at timestamp without time zone,
    ended_at timestamp without time zone,
    changed_at timestamp without time zone NOT NULL
);


--
-- Name: refresh_tokens; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.refresh_tokens (
    account_id text NOT NULL,
    token_hash text NOT NULL,
    session_id text NOT NULL,
    issued_at timestamp without time zone NOT NULL,
    used_at timestamp without time zone
);


--
-- Name: sealed; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.sealed (
    match_id text NOT NULL,
    digest text NOT NULL,
    account_id text NOT NULL,
    salt text NOT NULL,
    handle text NOT NULL
);


--
-- Name: seats; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.seats (
    match_id text NOT NULL,
    seat integer NOT NULL,
    account_id text NOT NULL,
    awaited_since timestamp without time zone,
    resigned boolean NOT NULL,
    place integer,
    points integer
);


--
-- Name: sessions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.sessions (
    account_id text NOT NULL,
    id text NOT NULL,
    created_at timestamp without time zone NOT NULL,
    expires_at timestamp without time zone NOT NULL,
    ended_at timestamp without time zone
);


--
-- Name: signing_keys; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.signing_keys (
    ordinal integer NOT NULL,
    public_key text NOT NULL,
    pkcs8 text NOT NULL,
    made_at timestamp without time zone NOT NULL
);


--
-- Name: tickets; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.tickets (
    account_id text NOT NULL,
    token_hash text NOT NULL,
    purpose text NOT NULL,
    email text NOT NULL,
    created_at timestamp without time zone NOT NULL,
    expires_at timestamp without time zone NOT NULL,
    used_at timestamp without time zone
);


--
-- Data for Name: __diesel_schema_migrations; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.__diesel_schema_migrations (version, run_on) FROM stdin;
20261121000001	2026-11-21 19:10:50.863955
20261121000002	2026-11-21 19:10:50.876422
20261121000003	2026-11-21 19:10:50.889326
\.


--
-- Data for Name: accounts; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.accounts (id, handle, handle_key, email, email_key, confirmed_at, password_hash, muted, created_at, closed_at) FROM stdin;
01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	anna	anna	anna@example.org	anna@example.org	2026-11-21 19:10:51.110601	$argon2id$v=19$m=8,t=1,p=1$ON36q7x9UyL1O5F3MUZ5SA$MUVefsh8n0D/4+Mopehd3XZ8ObN3POOjtluN144rjUw	[]	2026-11-21 19:10:50.987587	\N
01a1ff84-baf9-7151-8375-c1c8b44d5ba0	ben	ben	ben@example.org	ben@example.org	2026-11-21 19:10:51.186456	$argon2id$v=19$m=8,t=1,p=1$EU2gCMx3AFgQvyXUFubwzA$0tqJIH9h1v3NrpHSDxArsCkfKpsxLVRR1hJIEl5v5vM	[]	2026-11-21 19:10:51.129982	\N
01a1ff84-bb3a-721c-937c-3b9886d1a3b5	cleo	cleo	cleo@example.org	cleo@example.org	2026-11-21 19:10:51.247711	$argon2id$v=19$m=8,t=1,p=1$KRjsfbVfyRnXAtRfDGQFew$H0dzjsiLHE9eRVSY6Reay/39XF3abtYYsJ5AqefH+Ao	[]	2026-11-21 19:10:51.194173	\N
\.


--
-- Data for Name: answered; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.answered (account_id, idempotency_key, match_id, fingerprint, from_version, to_version, recorded_at) FROM stdin;
01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	01a1ff84-bbba-7064-b12c-16a9c25f6d4a	01a1ff84-bb9a-7bbf-8f1e-75220be68051	7c6e024bf8e9592f75d553df407c1ecbf2809beb600d0577b868496967781d38	8	10	2026-11-21 19:10:51.322903
01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	01a1ff84-bbc1-7063-b6e6-4bee53d4b1fc	01a1ff84-bb9a-7bbf-8f1e-75220be68051	7e125b2be9a5c0e74950474e68fcb8f1c51c8bbea677fb3677f2f01f6a6a876d	10	12	2026-11-21 19:10:51.329923
01a1ff84-bb3a-721c-937c-3b9886d1a3b5	01a1ff84-bbc8-77cf-a0cd-894d6a87dd17	01a1ff84-bb9a-7bbf-8f1e-75220be68051	a382500e69447ba520e3b137039288ead6e1864ad8cf1211ba4994b599b18d0b	12	14	2026-11-21 19:10:51.336537
01a1ff84-bb3a-721c-937c-3b9886d1a3b5	01a1ff84-bbd4-7291-8388-5805f948531a	01a1ff84-bb9a-7bbf-8f1e-75220be68051	99a5424b369fd361f4b72eb30931d3888f119fa904d761e52642a992a545f7f5	14	16	2026-11-21 19:10:51.348441
01a1ff84-baf9-7151-8375-c1c8b44d5ba0	01a1ff84-bbdd-7764-82d6-4355578f1f29	01a1ff84-bb9a-7bbf-8f1e-75220be68051	4c1b7275d0da8818c42a1d53292c1117be21550d8b076613a14eaf303654051c	16	19	2026-11-21 19:10:51.357638
01a1ff84-baf9-7151-8375-c1c8b44d5ba0	01a1ff84-bc5f-77fc-9654-e56d775e5220	01a1ff84-bb9a-7bbf-8f1e-75220be68051	9c3ab812584b12aa9a9e3d50206adc49711d23351efa8eeccd4232583b5ffb3a	30	32	2026-11-21 19:10:51.488408
01a1ff84-baf9-7151-8375-c1c8b44d5ba0	01a1ff84-bcb6-76d1-8e73-4c143e650aa5	01a1ff84-bb9a-7bbf-8f1e-75220be68051	930685e0d6107a80cf1dcce0b1b4fce968c75690e1e89e9b4108e22720ce38f6	32	35	2026-11-21 19:10:51.575786
01a1ff84-baf9-7151-8375-c1c8b44d5ba0	01a1ff84-bdcf-7577-8d15-3a16a5a973c6	01a1ff84-bb9a-7bbf-8f1e-75220be68051	af565231901cc0e997e6115642d316db87471e739415b2020d70616a5a90eedb	35	38	2026-11-21 19:10:51.857049
01a1ff84-baf9-7151-8375-c1c8b44d5ba0	01a1ff84-be02-779a-a4fd-b4d2facce907	01a1ff84-bb9a-7bbf-8f1e-75220be68051	a2087d9a6e7dd0e5b10bfb75bf496780774bdcecc9ee57964f0fe3d53282c27c	38	41	2026-11-21 19:10:51.90901
01a1ff84-bb3a-721c-937c-3b9886d1a3b5	01a1ff84-bea2-731e-8c6d-ef60d9a153a7	01a1ff84-bb9a-7bbf-8f1e-75220be68051	839bc7b3c8b282517e16cd4ca9aeeb4b29b1c96dad088dde10c2917d7eba4bcf	41	43	2026-11-21 19:10:52.080037
01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	01a1ff84-c002-71bb-9015-7db440492c71	01a1ff84-bf5e-7fa1-9eb5-b8c2fa6b9441	7210cca2a22451f2ac7ca9eb9f055e0241789b7d81b81ca625b786d1e3ee1121	5	7	2026-11-21 19:10:52.418888
01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	01a1ff84-c052-7697-b333-4bd69fa982e0	01a1ff84-bf5e-7fa1-9eb5-b8c2fa6b9441	dd521ad406260715bd7b44fe3a124a6c5c6fe4697f2ab3b3a20b04ebf5e5d540	7	9	2026-11-21 19:10:52.502383
01a1ff84-baf9-7151-8375-c1c8b44d5ba0	01a1ff84-c072-77be-8c34-0726c380ead7	01a1ff84-bf5e-7fa1-9eb5-b8c2fa6b9441	d8af053222d0d255ff24479399945b17aa1eea98c747a9cce8e2cde4705833b0	9	11	2026-11-21 19:10:52.530956
01a1ff84-baf9-7151-8375-c1c8b44d5ba0	01a1ff84-c080-71aa-929f-0db6d2bd0eba	01a1ff84-bf5e-7fa1-9eb5-b8c2fa6b9441	1ead8e270588d832c85f1f7810b0180b861b261dd0a7bc9ca598976a3b6a14c2	11	13	2026-11-21 19:10:52.544427
01a1ff84-bb3a-721c-937c-3b9886d1a3b5	01a1ff84-c08e-7110-bc11-8c1b91ffaa43	01a1ff84-bf5e-7fa1-9eb5-b8c2fa6b9441	b379344deb5ecb0478b0942b25da43df683ccf78226ed7faebf91ab71d4d7ab7	13	19	2026-11-21 19:10:52.562077
01a1ff84-bb3a-721c-937c-3b9886d1a3b5	01a1ff84-c0c1-70a8-a75f-ddd69970e0a6	01a1ff84-bf5e-7fa1-9eb5-b8c2fa6b9441	b541f6a5ba8d90d917689bd8361b0f3828ff4bc05e28380393d2fdd2e6bf1477	20	22	2026-11-21 19:10:52.635255
01a1ff84-bb3a-721c-937c-3b9886d1a3b5	01a1ff84-c12d-77c6-b946-41f7c36e415c	01a1ff84-bf5e-7fa1-9eb5-b8c2fa6b9441	cc623118c55ab040e173bdfee8be5a48e6f70747af0ada52ba08c97c6af358bf	22	25	2026-11-21 19:10:52.722767
01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	01a1ff84-c18b-7454-87e4-088fdf0ba0bb	01a1ff84-bf5e-7fa1-9eb5-b8c2fa6b9441	eddde2affed75987442da4f8ad7ef8a6c296476df68c0542c7a6542aae75fecd	28	31	2026-11-21 19:10:52.812202
01a1ff84-baf9-7151-8375-c1c8b44d5ba0	01a1ff84-c267-717a-9881-3b88efdf93d7	01a1ff84-c1ae-72ad-af43-b1acfe38f16b	7e3a85b5ee7d39c1693745bbdec67a25f144d48524fb63d38307e848b051a427	4	6	2026-11-21 19:10:53.034086
01a1ff84-baf9-7151-8375-c1c8b44d5ba0	01a1ff84-c2a2-7420-9727-64e2a540a64b	01a1ff84-c1ae-72ad-af43-b1acfe38f16b	c92184d8963c93881c415c1a8957671ba53d4e99f8c2152c70a141591b875a93	6	8	2026-11-21 19:10:53.090879
01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	01a1ff84-c2c5-7522-998e-8be82c176e0a	01a1ff84-c1ae-72ad-af43-b1acfe38f16b	0690622d74084c27336a38fd54523743c092979b7b359b9e39b40f169a2d4f57	8	10	2026-11-21 19:10:53.125817
01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	01a1ff84-c2ce-74a6-80d7-eee55a636216	01a1ff84-c1ae-72ad-af43-b1acfe38f16b	eed388d48bcd2a85b1a1b82d3a431e2a71cc638c3b20bb08d3a4816a9dae5ba1	10	15	2026-11-21 19:10:53.138645
01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	01a1ff84-c321-73a5-9b62-9fc8a72ff48e	01a1ff84-c1ae-72ad-af43-b1acfe38f16b	01de7c5696f65d86b72ae4c08f7d55b66c6b0c12812fd600a8b90e8c0e8a9824	15	17	2026-11-21 19:10:53.217297
01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	01a1ff84-c325-751d-9f67-eaa3e4c2858c	01a1ff84-c1ae-72ad-af43-b1acfe38f16b	8655a622e4679c82460aa489c14efebeac60b579c1a61ac14fe266d58ffe6c5f	17	20	2026-11-21 19:10:53.221898
01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	01a1ff84-c32a-76fe-afc5-f66c230460b3	01a1ff84-c1ae-72ad-af43-b1acfe38f16b	ed025fddc71669f27d3df66c1c5ffff5161b57f11a57ee85db0efe0f167bbc68	20	22	2026-11-21 19:10:53.22644
01a1ff84-baf9-7151-8375-c1c8b44d5ba0	01a1ff84-c445-707d-8c88-3d0353e465a2	01a1ff84-c1ae-72ad-af43-b1acfe38f16b	c01c32cc0da9828003a99a337336ecc8d59d839e70636133a8b117496c4b757e	22	25	2026-11-21 19:10:53.510053
01a1ff84-baf9-7151-8375-c1c8b44d5ba0	01a1ff84-c4c6-74b7-95ef-12d2147cb0f0	01a1ff84-c1ae-72ad-af43-b1acfe38f16b	07d2a8584ce47d4c1d6ced86d5187842c74c08bc0ebeda935373c79a252f33d5	25	28	2026-11-21 19:10:53.638875
01a1ff84-baf9-7151-8375-c1c8b44d5ba0	01a1ff84-c4d9-72b5-a456-52e2aa10d531	01a1ff84-c1ae-72ad-af43-b1acfe38f16b	4a3274e81246560331cc0f4b0a69f0ad029f15a276627254799f385c8d5b3c5b	28	31	2026-11-21 19:10:53.658068
01a1ff84-baf9-7151-8375-c1c8b44d5ba0	01a1ff84-c4fd-723c-b455-220037f17d67	01a1ff84-c1ae-72ad-af43-b1acfe38f16b	250d9a8e146eeb28fb19d51d2588cd761a306b55d099ff505b600231a185b4f3	31	34	2026-11-21 19:10:53.693609
01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	01a1ff84-c607-7421-ad9b-cff5331aa7ff	01a1ff84-c1ae-72ad-af43-b1acfe38f16b	c0e6f3abb99db5b13d6fa12dc805e21ba210e9a530f4338fdca9bd57e8a99f46	34	36	2026-11-21 19:10:53.959641
01a1ff84-bb3a-721c-937c-3b9886d1a3b5	01a1ff84-c7d2-7147-8152-5daf3d318b55	01a1ff84-c749-7a41-9598-bbaac1e1731b	6350370841a5d21db801da48bed5088dc967b3536996a96362b7d703a0ed880d	8	9	2026-11-21 19:10:54.419164
01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	01a1ff84-c7ea-75d4-aa2a-d49c8f5eb3cd	01a1ff84-c749-7a41-9598-bbaac1e1731b	9ac28b6826f1d85ada3dd40fec6d7b27c156234640b7355c95878a3384f8d0af	9	10	2026-11-21 19:10:54.443374
01a1ff84-baf9-7151-8375-c1c8b44d5ba0	01a1ff84-c81c-7430-b313-be0b2e8f7eaf	01a1ff84-c749-7a41-9598-bbaac1e1731b	6c12e675b5946bc81a7d304175fb9fd098e54b9a5abafa0fec2578e903d4c668	11	13	2026-11-21 19:10:54.492535
01a1ff84-baf9-7151-8375-c1c8b44d5ba0	01a1ff84-c832-74f8-9602-94e8fe6c7c00	01a1ff84-c749-7a41-9598-bbaac1e1731b	0bd5025de1f94b521db83c01f53d3046d1bceb7e92b38e4490525454480be7a5	13	14	2026-11-21 19:10:54.518814
01a1ff84-baf9-7151-8375-c1c8b44d5ba0	01a1ff84-c8dd-7773-b0f4-bf109cd3eb69	01a1ff84-c749-7a41-9598-bbaac1e1731b	5da10a0c2eac89b299af456a52957df3782db9b7455fcd627adf2eb5d5280c7d	22	23	2026-11-21 19:10:54.690558
01a1ff84-baf9-7151-8375-c1c8b44d5ba0	01a1ff84-c961-77f9-aaa7-913d1f71bb70	01a1ff84-c749-7a41-9598-bbaac1e1731b	a94b0c65276b7a9a6e26669b86eb44b5dc31afbddf48e428d5762e1bb2a82972	23	24	2026-11-21 19:10:54.817529
01a1ff84-baf9-7151-8375-c1c8b44d5ba0	01a1ff84-c98b-7353-89e5-2c7a245a9222	01a1ff84-c749-7a41-9598-bbaac1e1731b	0c576f0270b5300d0b95b21d47ac694ffd0d44fdde20ae0d2ba569d92af73991	24	25	2026-11-21 19:10:54.859654
01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	01a1ff84-ca4a-76a4-8898-4f512b41a87d	01a1ff84-ca29-7c68-a263-61a4078cfa3e	e57186a2b2d3d03596100a069d3a9b8d3ce54e60f2a49ac5b770af10e8371f11	5	6	2026-11-21 19:10:55.050895
01a1ff84-bb3a-721c-937c-3b9886d1a3b5	01a1ff84-ca6b-7524-a22b-3d32de6c87c3	01a1ff84-ca29-7c68-a263-61a4078cfa3e	eba5e4f25c75a0803bc5c6f237004bd4916d7fa445d0064ff3e608e5537c8d98	6	7	2026-11-21 19:10:55.08416
01a1ff84-baf9-7151-8375-c1c8b44d5ba0	01a1ff84-ca80-739a-944a-72faf8334447	01a1ff84-ca29-7c68-a263-61a4078cfa3e	d0cec14dc49b489a54f1dd08126711b32823e0846efde5db41aa4cf0524a5aa8	7	9	2026-11-21 19:10:55.104786
01a1ff84-baf9-7151-8375-c1c8b44d5ba0	01a1ff84-ca9f-75ee-a3c7-cfa8635ef5f9	01a1ff84-ca29-7c68-a263-61a4078cfa3e	b4dcf3be4f265a32a08d4c3ccecb81f6a27353c23b1de563d5b6ffa28df3bc20	9	10	2026-11-21 19:10:55.136004
01a1ff84-bb3a-721c-937c-3b9886d1a3b5	01a1ff84-cab7-77a5-b9f5-ed50cf2ebedf	01a1ff84-ca29-7c68-a263-61a4078cfa3e	70729264d19718000fa6501829e6a771c14f9de4f3c75292b7b3d49dda1d879c	10	11	2026-11-21 19:10:55.159893
01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	01a1ff84-cb70-75b5-8df8-f0db3ac6b112	01a1ff84-ca29-7c68-a263-61a4078cfa3e	06ccd0e467a7fff4fed54048ec356850f8cad2262640b7b8c841980aaab7c464	17	18	2026-11-21 19:10:55.344945
01a1ff84-baf9-7151-8375-c1c8b44d5ba0	01a1ff84-cc32-7155-973d-7aaa6c9c9e08	01a1ff84-cbcd-7c1f-b2fe-ba28c5be6850	751187ee20128ac992d87f6365527d17ba2cf2e16e715f92893b57077bbe2dce	8	11	2026-11-21 19:10:55.538626
01a1ff84-baf9-7151-8375-c1c8b44d5ba0	01a1ff84-cc4b-7388-abfc-6437b23d648b	01a1ff84-cbcd-7c1f-b2fe-ba28c5be6850	75435140ae19b24d05b6e59c8bf6f89c29b6e7e9c15b99a7a7789e60dbb85e71	11	12	2026-11-21 19:10:55.564018
01a1ff84-baf9-7151-8375-c1c8b44d5ba0	01a1ff84-cc5e-710a-843c-99b472907f28	01a1ff84-cbcd-7c1f-b2fe-ba28c5be6850	ca84a51794e34736b66b2707b3401076add577327785d63ac8e2f3a86659dc76	12	13	2026-11-21 19:10:55.587309
01a1ff84-baf9-7151-8375-c1c8b44d5ba0	01a1ff84-cc78-7444-bc4c-97b03602c4b0	01a1ff84-cbcd-7c1f-b2fe-ba28c5be6850	744b1918028d9671555e27172e1cc46a8de436c5154a1c94ea9e88e4f365194d	13	14	2026-11-21 19:10:55.615239
01a1ff84-bb3a-721c-937c-3b9886d1a3b5	01a1ff84-c9ef-70da-ab52-d58e098e959c	01a1ff84-c749-7a41-9598-bbaac1e1731b	370ba90616a5e99b7db09dcdeaaba9dd1e2cefc458bb00f760d81578e7b3525c	25	26	2026-11-21 19:10:54.962998
01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	01a1ff84-cb2d-7177-826a-b5a8f73b6920	01a1ff84-ca29-7c68-a263-61a4078cfa3e	8dcae1e38e78684f1bf0cac582a918f28b2cafa1b12721d6c127b7c5148a2fd1	12	16	2026-11-21 19:10:55.278104
01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	01a1ff84-cb56-718e-868a-cdfc0d7c37a5	01a1ff84-ca29-7c68-a263-61a4078cfa3e	cf7bb115ba4bc872150a947b44f0918988216c6f3e1c2b0b80c309b1fde8b1e6	16	17	2026-11-21 19:10:55.320052
01a1ff84-baf9-7151-8375-c1c8b44d5ba0	01a1ff84-cbf1-741b-b0ce-784f1eb043ec	01a1ff84-cbcd-7c1f-b2fe-ba28c5be6850	ef3504c94eef9f25ad126249c9b819cc11b4e88d403b8e06458762cf42e10fc8	4	5	2026-11-21 19:10:55.474914
01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	01a1ff84-cc01-73de-a33e-317c9183259d	01a1ff84-cbcd-7c1f-b2fe-ba28c5be6850	f596a293df9b236fc5ad6789ce09bdbb9493e1b90699429fdb8a74f3860a2599	5	7	2026-11-21 19:10:55.489561
01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	01a1ff84-cc15-76e6-9930-e941472bbf57	01a1ff84-cbcd-7c1f-b2fe-ba28c5be6850	f945e40a78a5b9ea83f5e791a063b96d96eafe55e152927eb3570b9dded4c275	7	8	2026-11-21 19:10:55.511462
01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	01a1ff84-ccc1-7734-b663-fcfb206056df	01a1ff84-cbcd-7c1f-b2fe-ba28c5be6850	6787ca23bdf86ceb2d627c7744407e7bdf618ac0af66ef2b1b0e2371f7409b97	14	15	2026-11-21 19:10:55.682659
01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	01a1ff84-cceb-70d0-a302-c57e388e1381	01a1ff84-cbcd-7c1f-b2fe-ba28c5be6850	2a4db03c28df206d8aa94d40faf2f335beff556f5adba3e48357ab96c81f18e3	15	16	2026-11-21 19:10:55.724266
01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	01a1ff84-ccfb-774b-b837-7c73c4261900	01a1ff84-cbcd-7c1f-b2fe-ba28c5be6850	31f8296f49784203397bd7823b3483b91e347dd605e57529679c1119bd454d94	16	20	2026-11-21 19:10:55.740047
\.


--
-- Data for Name: api_tokens; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.api_tokens (account_id, id, name, token_hash, scopes, created_at, last_used_at, revoked_at) FROM stdin;
\.


--
-- Data for Name: events; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.events (match_id, version, kind, schema_number, data, seat, actor, command, draw, recorded_at, salt, hash) FROM stdin;
01a1ff84-bb75-7589-bd40-4700903d9d1f	1	opened	1	{"game":"bora-bora","seats":4,"title":"bora-bora: come and join","visibility":"public","config":{"orange_tiles":false},"host":"01a1ff84-ba6b-7299-831d-8e3c8eb45bb1","seed_hash":"120e317cd830e1dfb365569f04685b312fe3271b433aae94df1dc2fb064f581d"}	\N	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	{"type":"open","game":"bora-bora","seats":4,"config":{"orange_tiles":false},"title":"bora-bora: come and join","visibility":"public","entropy":"anna's"}	\N	2026-11-21 19:10:51.254629	9b4be9241abae1de8abf6b5e7651d2c3	8f2cab974bc4fe3a101773f2fef8f42ee2d0946fa5e63c66e38e153b62fec8df
01a1ff84-bb75-7589-bd40-4700903d9d1f	2	joined	1	{"account":"01a1ff84-ba6b-7299-831d-8e3c8eb45bb1","entropy":"anna's","name":"062daba8f1132f67a75ef32263fe639057bb3754973d418cadd1b44398a36113"}	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	\N	\N	2026-11-21 19:10:51.254629	fa85ce6e8cde3230a3e7256686743c5f	3a46003f10a650be50611025d0b12e8d32f286940b7c13b5b5ad3380e3c7c84e
01a1ff84-bb75-7589-bd40-4700903d9d1f	3	joined	1	{"account":"01a1ff84-baf9-7151-8375-c1c8b44d5ba0","entropy":"ben's","name":"a491b7fdc1e16b0c480f78da8d3a2eb3e3821c1c3c5e05fb7b0f0ce2d07271bc"}	1	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	{"type":"join","entropy":"ben's"}	\N	2026-11-21 19:10:51.268715	f607cc68b7cd530783ddb4555512cdfa	11a92e345d58012fc534590972a30c724ee1ad179978b13e4f52b828296bef0b
01a1ff84-bb75-7589-bd40-4700903d9d1f	4	left	1	{"host":"01a1ff84-ba6b-7299-831d-8e3c8eb45bb1"}	1	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	{"type":"leave"}	\N	2026-11-21 19:10:51.272472	a03978d7d2370d732a7d5b1a99701b8b	84be31acb947cdb4d0851f692a7161219e0cdbfd80fba9873e5fca98ade2b697
01a1ff84-bb75-7589-bd40-4700903d9d1f	5	joined	1	{"account":"01a1ff84-baf9-7151-8375-c1c8b44d5ba0","entropy":"ben's second","name":"1d4ac577ae6ab0f456c3e9b40c08b2fad13c2da6fc625d583e6c18129406cbd1"}	1	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	{"type":"join","entropy":"ben's second"}	\N	2026-11-21 19:10:51.274475	617a71e1d2701318e4e741ded043f949	c1a1e6b8919b17d4beb1877c8778622306e92d5fe6406d6078c5667e06ebdd7f
01a1ff84-bb8d-7e59-946a-35f0e922ec0b	1	opened	1	{"game":"bora-bora","seats":3,"title":"bora-bora: among us","visibility":"private","config":{"orange_tiles":false},"host":"01a1ff84-ba6b-7299-831d-8e3c8eb45bb1","seed_hash":"41eebd684104f48d827ee6229d5fc2052cefa34bedef3d3cb4b9cdcf28dc5b1d"}	\N	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	{"type":"open","game":"bora-bora","seats":3,"config":{"orange_tiles":false},"title":"bora-bora: among us","visibility":"private","entropy":"anna's"}	\N	2026-11-21 19:10:51.278572	29ef35554672dad06aa74aafc89110ba	35ee47a6550c9b27509a6be1d427ae3bf05ffb02fd2419b037ffcbae4b7afe75
01a1ff84-bb8d-7e59-946a-35f0e922ec0b	2	joined	1	{"account":"01a1ff84-ba6b-7299-831d-8e3c8eb45bb1","entropy":"anna's","name":"14c847af4e4d687560529a9a325d736f8cad82c23a08d70969bc9411d81a8b2c"}	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	\N	\N	2026-11-21 19:10:51.278572	49b7fba98d98ed09764e8d62427539e0	c75086f500f7e66deddbbd8bc00f2434b73565f659b315c80aeda38590ebf377
01a1ff84-bb8d-7e59-946a-35f0e922ec0b	3	joined	1	{"account":"01a1ff84-baf9-7151-8375-c1c8b44d5ba0","entropy":null,"name":"19c5483bbe89a4f4e0b18d16abfc9cc75450e90f2eeffd8eb634c395f5e3dda7"}	1	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	{"type":"join","entropy":null}	\N	2026-11-21 19:10:51.285557	56c902834050cfcf9f11f012514ade1a	82e2648eda5fe5de291ac4a4f40df243b30ec4d82489a5fc36622d8719ac68ce
01a1ff84-bb9a-7bbf-8f1e-75220be68051	1	opened	1	{"game":"bora-bora","seats":4,"title":"bora-bora: midway","visibility":"public","config":{"orange_tiles":false},"host":"01a1ff84-ba6b-7299-831d-8e3c8eb45bb1","seed_hash":"739b5317e770f9bf2c451453ba37099227ca6dd7555045c3ac7db818900db0b6"}	\N	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	{"type":"open","game":"bora-bora","seats":4,"config":{"orange_tiles":false},"title":"bora-bora: midway","visibility":"public","entropy":"anna's"}	\N	2026-11-21 19:10:51.29061	24aff9c7f3446cdf8b9bc751d0577511	271045588f6971f7f2e4de41b282155c057fe31534d5fd166bd2f359d3e56d07
01a1ff84-bb9a-7bbf-8f1e-75220be68051	2	joined	1	{"account":"01a1ff84-ba6b-7299-831d-8e3c8eb45bb1","entropy":"anna's","name":"93f8194c8bb1ba4db221102ac6fbab6d7494b0dc1c6fb70c32034f0f1b081c28"}	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	\N	\N	2026-11-21 19:10:51.29061	b2cd7a890e7a651739350014e140ad7a	5a2f8c2ebd91a08b0df4a3b5d2f21453567546626d5314d385f34d00fe89265b
01a1ff84-bb9a-7bbf-8f1e-75220be68051	3	robot_joined	1	{"robot":"random","number":1}	1	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	{"type":"seat_robot","robot":"random","meant":null}	\N	2026-11-21 19:10:51.297357	5c86bee5d3c20f874e9a6dd4475e818c	cc46bf8faf9812c930d2e01746783c82d277d99328c498c7f189d9475d055b1c
01a1ff84-bb9a-7bbf-8f1e-75220be68051	4	robot_joined	1	{"robot":"sensible","number":1}	2	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	{"type":"seat_robot","robot":"sensible","meant":null}	\N	2026-11-21 19:10:51.300353	ed71f001d50c886e1d6ad28f21b44ef3	f50ed3666c12de95eafea602bd0c37963da3e3704611d4997caa2c56c7f28bf4
01a1ff84-bb9a-7bbf-8f1e-75220be68051	5	robot_left	1	{}	1	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	{"type":"dismiss_robot","seat":1}	\N	2026-11-21 19:10:51.303593	94a9d8c2e17a2b8c299d240b19395ff7	0d70992dd93224217a183bd6206636eaef1395c1c09123e23a2660d09c3ab3ac
01a1ff84-bb9a-7bbf-8f1e-75220be68051	6	joined	1	{"account":"01a1ff84-baf9-7151-8375-c1c8b44d5ba0","entropy":null,"name":"317ea0ae9f13b9f81d497838e4afb2468b36f428c1068fcad621038f5f6a1aed"}	2	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	{"type":"join","entropy":null}	\N	2026-11-21 19:10:51.306241	71c28b0b68dbcb40e9effc5810cf29cd	da33875c8d65bc765acaf1133a5f625d2bf0c1020d67e300855024160ad1009e
01a1ff84-bb9a-7bbf-8f1e-75220be68051	7	joined	1	{"account":"01a1ff84-bb3a-721c-937c-3b9886d1a3b5","entropy":null,"name":"4ec5cdd3331f2c1aebec912da228a2a09b57b606c0af857aaf3e832d2f99029d"}	3	01a1ff84-bb3a-721c-937c-3b9886d1a3b5	{"type":"join","entropy":null}	\N	2026-11-21 19:10:51.310846	9d822c869389800f7077a22c0d780d4e	310a40813df1eb30524ee8bcd4b14bc3573a00afba236fd4d11e2d99722f35b9
01a1ff84-bb9a-7bbf-8f1e-75220be68051	8	started	1	{"edition":1,"config":{"orange_tiles":false},"order":[1,2,3,0],"fish":[{"kind":"b","value":5},{"kind":"c","value":5},{"kind":"c","value":1},{"kind":"d","value":4},{"kind":"d","value":1},{"kind":"a","value":2},{"kind":"c","value":3},{"kind":"d","value":4},{"kind":"a","value":6},{"kind":"b","value":3},{"kind":"a","value":1},{"kind":"b","value":1}],"men":[{"gender":"man","effect":"status","symbols":2},{"gender":"man","effect":"woman","symbols":3},{"gender":"man","effect":"land_path","symbols":1},{"gender":"man","effect":"water_path","symbols":3},{"gender":"man","effect":"material","symbols":3},{"gender":"man","effect":"water_path","symbols":2}],"women":[{"gender":"woman","effect":"man","symbols":3},{"gender":"woman","effect":"victory_points","symbols":2},{"gender":"woman","effect":"move_hut","symbols":1},{"gender":"woman","effect":"woman","symbols":2},{"gender":"woman","effect":"woman","symbols":3},{"gender":"woman","effect":"status","symbols":3}],"men_pile":[{"gender":"man","effect":"victory_points","symbols":2},{"gender":"man","effect":"man","symbols":3},{"gender":"man","effect":"status","symbols":3},{"gender":"man","effect":"land_path","symbols":2},{"gender":"man","effect":"status","symbols":1},{"gender":"man","effect":"shell","symbols":1},{"gender":"man","effect":"move_hut","symbols":1},{"gender":"man","effect":"offering","symbols":2},{"gender":"man","effect":"man","symbols":2},{"gender":"man","effect":"victory_points","symbols":3},{"gender":"man","effect":"land_path","symbols":3},{"gender":"man","effect":"move_hut","symbols":2},{"gender":"man","effect":"build","symbols":2},{"gender":"man","effect":"woman","symbols":2},{"gender":"man","effect":"move_hut","symbols":3},{"gender":"man","effect":"build","symbols":1},{"gender":"man","effect":"water_path","symbols":1},{"gender":"man","effect":"shell","symbols":2},{"gender":"man","effect":"woman","symbols":1},{"gender":"man","effect":"offering","symbols":3},{"gender":"man","effect":"material","symbols":2},{"gender":"man","effect":"man","symbols":1},{"gender":"man","effect":"god_card","symbols":2},{"gender":"man","effect":"offering","symbols":1},{"gender":"man","effect":"material","symbols":1},{"gender":"man","effect":"god_card","symbols":1},{"gender":"man","effect":"victory_points","symbols":1},{"gender":"man","effect":"build","symbols":3},{"gender":"man","effect":"shell","symbols":3},{"gender":"man","effect":"god_card","symbols":3}],"women_pile":[{"gender":"woman","effect":"victory_points","symbols":3},{"gender":"woman","effect":"material","symbols":1},{"gender":"woman","effect":"shell","symbols":2},{"gender":"woman","effect":"shell","symbols":1},{"gender":"woman","effect":"land_path","symbols":1},{"gender":"woman","effect":"shell","symbols":3},{"gender":"woman","effect":"move_hut","symbols":3},{"gender":"woman","effect":"land_path","symbols":2},{"gender":"woman","effect":"move_hut","symbols":2},{"gender":"woman","effect":"offering","symbols":3},{"gender":"woman","effect":"god_card","symbols":3},{"gender":"woman","effect":"status","symbols":2},{"gender":"woman","effect":"build","symbols":1},{"gender":"woman","effect":"god_card","symbols":1},{"gender":"woman","effect":"god_card","symbols":2},{"gender":"woman","effect":"man","symbols":1},{"gender":"woman","effect":"status","symbols":1},{"gender":"woman","effect":"water_path","symbols":1},{"gender":"woman","effect":"build","symbols":3},{"gender":"woman","effect":"build","symbols":2},{"gender":"woman","effect":"land_path","symbols":3},{"gender":"woman","effect":"offering","symbols":2},{"gender":"woman","effect":"victory_points","symbols":1},{"gender":"woman","effect":"water_path","symbols":2},{"gender":"woman","effect":"woman","symbols":1},{"gender":"woman","effect":"offering","symbols":1},{"gender":"woman","effect":"material","symbols":2},{"gender":"woman","effect":"material","symbols":3},{"gender":"woman","effect":"man","symbols":2},{"gender":"woman","effect":"water_path","symbols":3}],"hands":[[5,22,49],[0,47,23],[1,50,14],[2,18,10]],"tasks":[21,54,24,36,39,58],"task_pile":[25,12,30,48,17,57,51,9,7,20,40,11,34,42,33,28,8,38,16,53,56,52,31,41,29,59,13,27,44,26,55,43,35,19,15,37,32,46,45],"jewelry":[[{"trinket":"earring","cost":3,"points":5},{"trinket":"anklet","cost":5,"points":7},{"trinket":"bracelet","cost":4,"points":6},{"trinket":"hair_ornament","cost":4,"points":6}],[{"trinket":"anklet","cost":2,"points":3},{"trinket":"necklace","cost":6,"points":9},{"trinket":"anklet","cost":5,"points":7},{"trinket":"hair_ornament","cost":3,"points":4}],[{"trinket":"hair_ornament","cost":5,"points":7},{"trinket":"bracelet","cost":6,"points":9},{"trinket":"necklace","cost":4,"points":6},{"trinket":"ring","cost":5,"points":8}],[{"trinket":"earring","cost":3,"points":5},{"trinket":"anklet","cost":2,"points":3},{"trinket":"ring","cost":1,"points":2},{"trinket":"earring","cost":5,"points":8}],[{"trinket":"bracelet","cost":3,"points":4},{"trinket":"earring","cost":1,"points":2},{"trinket":"bracelet","cost":1,"points":1},{"trinket":"ring","cost":3,"points":5}],[{"trinket":"hair_ornament","cost":2,"points":3},{"trinket":"necklace","cost":1,"points":1},{"trinket":"necklace","cost":3,"points":4},{"trinket":"ring","cost":3,"points":5}]],"cards":[["white","red"],["green","green"],["green","red"],["yellow","red"]],"open_cards":["blue","green","white","white","blue"],"card_pile":["white","white","white","red","yellow","white","blue","green","red","blue","white","blue","yellow","green","blue","white","white","red","red","yellow","yellow","red","white","blue","green","red","white","red","blue","red","blue","yellow","blue","yellow","green","blue","green","yellow","green","green","yellow","blue","yellow","red","yellow","yellow","green"]}	\N	01a1ff84-bb3a-721c-937c-3b9886d1a3b5	\N	\N	2026-11-21 19:10:51.310846	84f546df664657afee0010e724ed397e	0b411fbf5559a7e522b2326fd261230810f33d98d5c15cbd493e8c49713a54d4
01a1ff84-bb9a-7bbf-8f1e-75220be68051	9	played	1	{"type":"hut_placed","seat":0,"region":"central_beach","from":10,"moved_aside":null}	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	{"type":"play","seat":0,"command":{"type":"settle_first","region":"central_beach","hut":"ordinary"}}	\N	2026-11-21 19:10:51.322903	6c39f5878c9f86d1c28308fafd8b359e	fac1bf7fe0103287edbd5315a3d3322cf06d3f427c0b3a75225674e8481572b6
01a1ff84-bb9a-7bbf-8f1e-75220be68051	10	played	1	{"type":"awaited","seat":0,"step":{"ceremony":{"material":"sand","then":"first_hut"}}}	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	\N	\N	2026-11-21 19:10:51.322903	f9daab2b71e2716a4c7054789496fae6	e37857d9130fac8ea927b5be591c83d4ba9d9ca715a9ee23bef75090f94b3969
01a1ff84-bb9a-7bbf-8f1e-75220be68051	11	played	1	{"type":"material_taken","seat":0,"material":"sand","space":0}	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	{"type":"play","seat":0,"command":{"type":"place_material","space":0}}	\N	2026-11-21 19:10:51.329923	0e0f185c999d1765e48599e154868be0	5236c1a8bfd6ab43887ae141bd9d6040ef8f54384e029ca257a76c96796f7225
01a1ff84-bb9a-7bbf-8f1e-75220be68051	12	played	1	{"type":"awaited","seat":3,"step":"first_hut"}	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	\N	\N	2026-11-21 19:10:51.329923	45dc86a2e00703b6191ea36a73fd8010	a6df49d46be1a24ac2cbcf7efb51977141d862e2d495a11f29405485c71ea54c
01a1ff84-bb9a-7bbf-8f1e-75220be68051	31	played	1	{"type":"die_placed","seat":2,"die":6,"face":6,"action":"helper","acts_as":6}	2	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	{"type":"play","seat":2,"command":{"type":"place_die","die":6,"action":"helper"}}	\N	2026-11-21 19:10:51.488408	bbc4baf2dbbf381efe5b3518aa2ff413	5228d0837030973f6a294f414c8c9f1f24ee53a737038b9f74a3dce75d18ae11
01a1ff84-bb9a-7bbf-8f1e-75220be68051	32	played	1	{"type":"awaited","seat":2,"step":{"helper":{"points":6}}}	2	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	\N	\N	2026-11-21 19:10:51.488408	90fe1dac6bc8881abfde716a39faf0d2	2539702727f2aeec7abb4649229fb95db94aee2a764d077e8be82b4dcd0a4a7e
01a1ff84-bb9a-7bbf-8f1e-75220be68051	33	played	1	{"type":"card_taken","seat":2,"god":"blue"}	2	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	{"type":"play","seat":2,"command":{"type":"take_card","open":"blue"}}	\N	2026-11-21 19:10:51.575786	1100fbce2f636a005bf1362df758c7ca	85d3578d85963f2220f8d974ef4581d9334d3140860dbddbce10526cd995986c
01a1ff84-bb9a-7bbf-8f1e-75220be68051	34	played	1	{"type":"card_opened","god":"green"}	2	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	\N	\N	2026-11-21 19:10:51.575786	dcece7938acb68d61c844cdf50ce91a8	62292d1bd8aebcaa61ff2d80c9f8b90c58e123890a70367d1fc39dbd94b812c4
01a1ff84-bb9a-7bbf-8f1e-75220be68051	35	played	1	{"type":"awaited","seat":2,"step":{"helper":{"points":4}}}	2	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	\N	\N	2026-11-21 19:10:51.575786	499b66b6b9cf1ba7c7937ec6119ae950	9e0a8eee1f1cb22b401983967a2a4b8d14c6eb967aef4fdce24125435deeb362
01a1ff84-bb9a-7bbf-8f1e-75220be68051	36	played	1	{"type":"card_taken","seat":2,"god":"blue"}	2	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	{"type":"play","seat":2,"command":{"type":"take_card","open":"blue"}}	\N	2026-11-21 19:10:51.857049	a7898e34dbd52e1da4a0aacde33bd9e1	452febfd3ce82c1bd620e46cfaeb166d43f1490873c08a64a357cd537059a646
01a1ff84-bb9a-7bbf-8f1e-75220be68051	37	played	1	{"type":"card_opened","god":"yellow"}	2	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	\N	\N	2026-11-21 19:10:51.857049	105f0b0a4bab5232b0523e82a36dff37	832c68ee01649f970ced936c3dc1801b2cc5d8be58f34dddfd641eedc43ea144
01a1ff84-bb9a-7bbf-8f1e-75220be68051	38	played	1	{"type":"awaited","seat":2,"step":{"helper":{"points":2}}}	2	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	\N	\N	2026-11-21 19:10:51.857049	250fdf1d01f3ad1f156f152f42dcb83b	6066cef11ed894ee3b708083e274d6ee2207d0501e416e921ccb736886d2a9e5
01a1ff84-bb9a-7bbf-8f1e-75220be68051	39	played	1	{"type":"card_taken","seat":2,"god":"white"}	2	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	{"type":"play","seat":2,"command":{"type":"take_card","open":"white"}}	\N	2026-11-21 19:10:51.90901	e5589c09bb272823cd58dc79bac4fa51	67b2ab0a9a45f3281e64f7713ae45ce3efd50d327e02ecff9e6ab6a4ef06d796
01a1ff84-bb9a-7bbf-8f1e-75220be68051	40	played	1	{"type":"card_opened","god":"yellow"}	2	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	\N	\N	2026-11-21 19:10:51.90901	930b634264a13907fbcb664f48b5942b	b080a917d39310522d71a848a39c9b568c966cf396c49641c3f287223a1b1054
01a1ff84-bb9a-7bbf-8f1e-75220be68051	41	played	1	{"type":"awaited","seat":3,"step":"die"}	2	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	\N	\N	2026-11-21 19:10:51.90901	d94f31be4e294a125f187ed6195fd43c	6b33bf0d7e4df66331cdbd7bcc26a2d116dc7bc77baecc90c0804754e3467ec1
01a1ff84-bf5e-7fa1-9eb5-b8c2fa6b9441	6	played	1	{"type":"hut_placed","seat":0,"region":"east_forest","from":10,"moved_aside":null}	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	{"type":"play","seat":0,"command":{"type":"settle_first","region":"east_forest","hut":"ordinary"}}	\N	2026-11-21 19:10:52.418888	3e23a4a6edc338efe2de50daa63eb1ca	38f22a54b6d01c2be509685df8de95a1515690731af4103210931402b5d44d24
01a1ff84-bf5e-7fa1-9eb5-b8c2fa6b9441	7	played	1	{"type":"awaited","seat":0,"step":{"ceremony":{"material":"wood","then":"first_hut"}}}	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	\N	\N	2026-11-21 19:10:52.418888	ef9edc321f01ef4d0abbe2e70a2ba4ed	668e072fcf5659285286111afab5a3e82a8d12d6465e3061818e946dc74eabf2
01a1ff84-bf5e-7fa1-9eb5-b8c2fa6b9441	10	played	1	{"type":"hut_placed","seat":1,"region":"east_beach","from":10,"moved_aside":null}	1	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	{"type":"play","seat":1,"command":{"type":"settle_first","region":"east_beach","hut":"ordinary"}}	\N	2026-11-21 19:10:52.530956	5bf8bef8a6908a1daf4d3ef993d38cb3	d74372e2c84680551af27454d7bd752ba2f9b7edf2570789fac52645171c3af6
01a1ff84-bf5e-7fa1-9eb5-b8c2fa6b9441	11	played	1	{"type":"awaited","seat":1,"step":{"ceremony":{"material":"sand","then":"first_hut"}}}	1	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	\N	\N	2026-11-21 19:10:52.530956	55b0acd50be448d92a24d772eba9a47c	84ef3d08d7d007f42243a6bdd345e76318d64e9d06f4931ac4e13b689a6a0aa7
01a1ff84-bf5e-7fa1-9eb5-b8c2fa6b9441	12	played	1	{"type":"material_taken","seat":1,"material":"sand","space":0}	1	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	{"type":"play","seat":1,"command":{"type":"place_material","space":0}}	\N	2026-11-21 19:10:52.544427	efa2a92fe0ee650c56b9aaae2cbd8c7b	8ee15b5d35d68f897238d0b56c55c83e9ce4c75614f1f17daec6557dac57d5aa
01a1ff84-bf5e-7fa1-9eb5-b8c2fa6b9441	13	played	1	{"type":"awaited","seat":2,"step":"first_hut"}	1	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	\N	\N	2026-11-21 19:10:52.544427	3190c9034319395f82c8edd08c02d0f7	d5d1b902fbde9bc0e3d2098d827365ea3f1fe94db267620547ea978d4d4368eb
01a1ff84-bb9a-7bbf-8f1e-75220be68051	13	played	1	{"type":"hut_placed","seat":3,"region":"north_beach","from":10,"moved_aside":null}	3	01a1ff84-bb3a-721c-937c-3b9886d1a3b5	{"type":"play","seat":3,"command":{"type":"settle_first","region":"north_beach","hut":"ordinary"}}	\N	2026-11-21 19:10:51.336537	d2130f685517abc7623bcaa909cad3da	b264d721cfc13d973514b13446cff38c15b7fb4b2306e1f898fe771e84b49cdf
01a1ff84-bb9a-7bbf-8f1e-75220be68051	14	played	1	{"type":"awaited","seat":3,"step":{"ceremony":{"material":"sand","then":"first_hut"}}}	3	01a1ff84-bb3a-721c-937c-3b9886d1a3b5	\N	\N	2026-11-21 19:10:51.336537	b4a84ae2c04ead2246aff155b70111be	83ffa905f1394f8f62ee5bf1e017c977c01ad07d5417c169180771ea18e9358e
01a1ff84-bb9a-7bbf-8f1e-75220be68051	15	played	1	{"type":"material_taken","seat":3,"material":"sand","space":0}	3	01a1ff84-bb3a-721c-937c-3b9886d1a3b5	{"type":"play","seat":3,"command":{"type":"place_material","space":0}}	\N	2026-11-21 19:10:51.348441	75bc80578abe77e988e352e53c52d2ab	926e7210035c513bbb145ffc6945e60fed9ee2765e31ff7207e34bd2d58b6e3c
01a1ff84-bb9a-7bbf-8f1e-75220be68051	16	played	1	{"type":"awaited","seat":2,"step":"first_hut"}	3	01a1ff84-bb3a-721c-937c-3b9886d1a3b5	\N	\N	2026-11-21 19:10:51.348441	88e37d82ef92e9ad0a1e829d000368a7	2352cac19553b89accd1446a6cfbe5f314205fc0e1d71dbe7e6f025918285b93
01a1ff84-bb9a-7bbf-8f1e-75220be68051	17	played	1	{"type":"hut_placed","seat":2,"region":"west_plain","from":10,"moved_aside":null}	2	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	{"type":"play","seat":2,"command":{"type":"settle_first","region":"west_plain","hut":"ordinary"}}	\N	2026-11-21 19:10:51.357638	f6dcd3eb3a0242d33d5d21ef6527521a	acbb6f15d2b36d1166e3bc8c14d0d18aac36964adcb04e244ef426044a65b965
01a1ff84-bb9a-7bbf-8f1e-75220be68051	18	played	1	{"type":"offerings_taken","seat":2,"offerings":1}	2	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	\N	\N	2026-11-21 19:10:51.357638	ded06a9aff0755eb656e65874144800a	d03a68db44551820a5611d0225b848ac98acfdd0cf65656fac2550e2f70189c1
01a1ff84-bb9a-7bbf-8f1e-75220be68051	19	played	1	{"type":"awaited","seat":1,"step":"first_hut"}	2	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	\N	\N	2026-11-21 19:10:51.357638	c0a3ee2e0c7589e91c2fedba578d9837	d40b3ea174fde4a6d1fb2f48a59a1458dd143345d9432aa5590edc52566303f0
01a1ff84-bb9a-7bbf-8f1e-75220be68051	20	played	1	{"type":"hut_placed","seat":1,"region":"west_mountain","from":10,"moved_aside":null}	1	robot:sensible:1	{"type":"play","seat":1,"command":{"type":"settle_first","region":"west_mountain","hut":"ordinary"}}	\N	2026-11-21 19:10:51.378444	f353bd96d7ea72ea1fbe8e2fc7e49d19	2c434a3ac891b792a8d9d86ac73b7d76c4d131bb3d387b63a6fe6774f7e852ee
01a1ff84-bb9a-7bbf-8f1e-75220be68051	21	played	1	{"type":"awaited","seat":1,"step":{"ceremony":{"material":"stone","then":"first_hut"}}}	1	robot:sensible:1	\N	\N	2026-11-21 19:10:51.378444	3c62a6e4fa629cf3878ca75339b14ba0	5f00b753d6110f700e8e1e8f4aacee2d915c1c64cb6f251838a335e5e113761c
01a1ff84-bb9a-7bbf-8f1e-75220be68051	22	played	1	{"type":"material_taken","seat":1,"material":"stone","space":1}	1	robot:sensible:1	{"type":"play","seat":1,"command":{"type":"place_material","space":1}}	1	2026-11-21 19:10:51.382931	826353acc9409b0f2e15ce5425215fcf	1e33b3691fa557baabcb7750496512ae684759722ede938c3365f7900168c8cd
01a1ff84-bb9a-7bbf-8f1e-75220be68051	23	played	1	{"type":"round_began","round":1,"men":[{"gender":"man","effect":"status","symbols":2},{"gender":"man","effect":"woman","symbols":3},{"gender":"man","effect":"land_path","symbols":1},{"gender":"man","effect":"water_path","symbols":3},{"gender":"man","effect":"material","symbols":3},{"gender":"man","effect":"water_path","symbols":2}],"women":[{"gender":"woman","effect":"man","symbols":3},{"gender":"woman","effect":"victory_points","symbols":2},{"gender":"woman","effect":"move_hut","symbols":1},{"gender":"woman","effect":"woman","symbols":2},{"gender":"woman","effect":"woman","symbols":3},{"gender":"woman","effect":"status","symbols":3}],"tasks":[21,54,24,36,39,58]}	1	robot:sensible:1	\N	\N	2026-11-21 19:10:51.382931	473372948c4f89107c0d1652172cdd6b	b6909ba915976d1d9692fec59950ebe001387f049b02078728a0f079d8c07474
01a1ff84-bb9a-7bbf-8f1e-75220be68051	24	played	1	{"type":"phase_began","phase":"dice"}	1	robot:sensible:1	\N	\N	2026-11-21 19:10:51.382931	4ebf5debd628b6cab76499a48a619980	44f1a84794838c5f94f7353d727a6bbcb6af381b2274466014a38c3ab4e1cd61
01a1ff84-bb9a-7bbf-8f1e-75220be68051	25	played	1	{"type":"dice_rolled","faces":[[2,6,3],[6,2,4],[6,3,1],[2,2,3]]}	1	robot:sensible:1	\N	\N	2026-11-21 19:10:51.382931	a758fa88b41dab6c123be9ebaab61abd	4cdf28ccc306294ff521f645b19cfe776e61bc07ef5a17ebd758206367e53d7f
01a1ff84-bb9a-7bbf-8f1e-75220be68051	26	played	1	{"type":"awaited","seat":1,"step":"die"}	1	robot:sensible:1	\N	\N	2026-11-21 19:10:51.382931	a55197470016810de7183dbeb6a4b3c0	48f2cf6c955e2e4f30be75e9f09c3789ca9a704d906dc7d05e596c804ec76f1a
01a1ff84-bb9a-7bbf-8f1e-75220be68051	27	played	1	{"type":"die_placed","seat":1,"die":2,"face":2,"action":"woman","acts_as":2}	1	robot:sensible:1	{"type":"play","seat":1,"command":{"type":"place_die","die":2,"action":"woman"}}	\N	2026-11-21 19:10:51.3884	012ae157c2d201794e04a2a6a4cbc53d	95593b1f1967e7a3a29b490175106279547111d712d3c11f2e0a171999bcb495
01a1ff84-bb9a-7bbf-8f1e-75220be68051	28	played	1	{"type":"awaited","seat":1,"step":{"person":{"gender":"woman","limit":2}}}	1	robot:sensible:1	\N	\N	2026-11-21 19:10:51.3884	b09848c6be6e086def3a6293359a28cf	a9a08527da5e9048f25b4bf9863f43f630d053403f86c0b052a453ec3899107a
01a1ff84-bb9a-7bbf-8f1e-75220be68051	29	played	1	{"type":"person_taken","seat":1,"gender":"woman","position":2,"space":10}	1	robot:sensible:1	{"type":"play","seat":1,"command":{"type":"take_person","position":2,"onto":"ordinary"}}	\N	2026-11-21 19:10:51.394085	1bbbdbbb565ba73a626cd1e8ccf44bd8	6a65319dc1e43c07ef50cffc63548149b82dde5e44b542eb9171cd95268f5255
01a1ff84-bb9a-7bbf-8f1e-75220be68051	30	played	1	{"type":"awaited","seat":2,"step":"die"}	1	robot:sensible:1	\N	\N	2026-11-21 19:10:51.394085	9c3dec63a0ac1b0552764041cf9a2fd9	6fb44eba053c71a890e3aa3ed7d17842948725e99aba2aba412bf565eb8e047a
01a1ff84-bb9a-7bbf-8f1e-75220be68051	42	played	1	{"type":"die_placed","seat":3,"die":3,"face":3,"action":"helper","acts_as":3}	3	01a1ff84-bb3a-721c-937c-3b9886d1a3b5	{"type":"play","seat":3,"command":{"type":"place_die","die":3,"action":"helper"}}	\N	2026-11-21 19:10:52.080037	a088bba5a958223627e3afe77f4ed2ac	fdf3daa59f7b2b93c173e97bc16754494caa20304de633acd1ffc41f03628410
01a1ff84-bb9a-7bbf-8f1e-75220be68051	43	played	1	{"type":"awaited","seat":3,"step":{"helper":{"points":3}}}	3	01a1ff84-bb3a-721c-937c-3b9886d1a3b5	\N	\N	2026-11-21 19:10:52.080037	eb3c5414a11cd022ed01330ee9e0b2fe	c0b03d2cd102b513df93a6e4fd1dda407b2c88ebecc7a4376f18f1a847539ed3
01a1ff84-bb9a-7bbf-8f1e-75220be68051	44	taken_back	1	{"to":41}	3	01a1ff84-bb3a-721c-937c-3b9886d1a3b5	{"type":"take_back","to":null}	\N	2026-11-21 19:10:52.203598	1ab0871569d5d028353912e2f5bcedb6	efecb768a1da0a5284d34d1217d98812e0772763fad17f8a6b49e01fbbd5d870
01a1ff84-bf5e-7fa1-9eb5-b8c2fa6b9441	24	played	1	{"type":"card_opened","god":"yellow"}	2	01a1ff84-bb3a-721c-937c-3b9886d1a3b5	\N	\N	2026-11-21 19:10:52.722767	c6df8ae60ac6b7afcf950c7aeea6e1fa	f688cc5677ab3301fced321d46c6c34c9d559641535b3db3acf8601116efa9d9
01a1ff84-bf5e-7fa1-9eb5-b8c2fa6b9441	1	opened	1	{"game":"bora-bora","seats":3,"title":"bora-bora: given up by one","visibility":"public","config":{"orange_tiles":false},"host":"01a1ff84-ba6b-7299-831d-8e3c8eb45bb1","seed_hash":"4d49b9a4a1a35c2d5f70d880b89656b0ea27cbc3e687e3fa1df74f0b89f2fa49"}	\N	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	{"type":"open","game":"bora-bora","seats":3,"config":{"orange_tiles":false},"title":"bora-bora: given up by one","visibility":"public","entropy":"anna's"}	\N	2026-11-21 19:10:52.271862	891c8a484074e51f256e6eb604a381c8	7dc32562b0124b8da70fd575dbcb82d65227279f58eae6e0edf590ce94c901f4
01a1ff84-bf5e-7fa1-9eb5-b8c2fa6b9441	2	joined	1	{"account":"01a1ff84-ba6b-7299-831d-8e3c8eb45bb1","entropy":"anna's","name":"5310a37677432baf28cbd5772e98d35b87e29bc0b424b18d97bcf84eb1264f3e"}	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	\N	\N	2026-11-21 19:10:52.271862	2240d8f52b5923a7c22468f17393b146	94d7e913df2dd04ad3abcaf31d1f097b427ea349c67f6aab0b2da1a2d2e53bfd
01a1ff84-bf5e-7fa1-9eb5-b8c2fa6b9441	3	joined	1	{"account":"01a1ff84-baf9-7151-8375-c1c8b44d5ba0","entropy":null,"name":"48162c1af6cf9f9ab65b40b5a53ad2b354c98040e802f992bf082b12c2f40f0d"}	1	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	{"type":"join","entropy":null}	\N	2026-11-21 19:10:52.285975	f42de46dce8aa1bb3d85648595eeba0c	6b60c0a602c5b2a00ae2ca053c4c343ca9ebad5b852ff665bbc054b893c0e1b8
01a1ff84-bf5e-7fa1-9eb5-b8c2fa6b9441	4	joined	1	{"account":"01a1ff84-bb3a-721c-937c-3b9886d1a3b5","entropy":null,"name":"6577ecf3ec0e6e508393a53bcfb2dee0682b4c7a289c595b7fdb31e532b4740e"}	2	01a1ff84-bb3a-721c-937c-3b9886d1a3b5	{"type":"join","entropy":null}	\N	2026-11-21 19:10:52.298797	74e68efa03e2dfb87a86d9023c85b39c	719b90ad0aac05bf3aea7be8beeffa4a606caf3e633afd849c0045412d89a05e
01a1ff84-bf5e-7fa1-9eb5-b8c2fa6b9441	5	started	1	{"edition":1,"config":{"orange_tiles":false},"order":[2,1,0],"fish":[{"kind":"b","value":3},{"kind":"c","value":3},{"kind":"c","value":5},{"kind":"a","value":2},{"kind":"b","value":5},{"kind":"d","value":4},{"kind":"c","value":1},{"kind":"d","value":1},{"kind":"a","value":6},{"kind":"b","value":1},{"kind":"d","value":4},{"kind":"a","value":1}],"men":[{"gender":"man","effect":"offering","symbols":2},{"gender":"man","effect":"shell","symbols":1},{"gender":"man","effect":"god_card","symbols":3},{"gender":"man","effect":"water_path","symbols":3},{"gender":"man","effect":"victory_points","symbols":1},{"gender":"man","effect":"water_path","symbols":1}],"women":[{"gender":"woman","effect":"move_hut","symbols":3},{"gender":"woman","effect":"offering","symbols":1},{"gender":"woman","effect":"man","symbols":2},{"gender":"woman","effect":"woman","symbols":2},{"gender":"woman","effect":"status","symbols":1},{"gender":"woman","effect":"material","symbols":1}],"men_pile":[{"gender":"man","effect":"shell","symbols":2},{"gender":"man","effect":"victory_points","symbols":3},{"gender":"man","effect":"offering","symbols":3},{"gender":"man","effect":"material","symbols":1},{"gender":"man","effect":"woman","symbols":2},{"gender":"man","effect":"move_hut","symbols":1},{"gender":"man","effect":"build","symbols":3},{"gender":"man","effect":"land_path","symbols":3},{"gender":"man","effect":"shell","symbols":3},{"gender":"man","effect":"woman","symbols":1},{"gender":"man","effect":"land_path","symbols":1},{"gender":"man","effect":"man","symbols":3},{"gender":"man","effect":"status","symbols":2},{"gender":"man","effect":"offering","symbols":1},{"gender":"man","effect":"god_card","symbols":1},{"gender":"man","effect":"man","symbols":2},{"gender":"man","effect":"build","symbols":2},{"gender":"man","effect":"status","symbols":3},{"gender":"man","effect":"status","symbols":1},{"gender":"man","effect":"move_hut","symbols":3},{"gender":"man","effect":"water_path","symbols":2},{"gender":"man","effect":"god_card","symbols":2},{"gender":"man","effect":"woman","symbols":3},{"gender":"man","effect":"material","symbols":2},{"gender":"man","effect":"land_path","symbols":2},{"gender":"man","effect":"man","symbols":1},{"gender":"man","effect":"material","symbols":3},{"gender":"man","effect":"move_hut","symbols":2},{"gender":"man","effect":"victory_points","symbols":2},{"gender":"man","effect":"build","symbols":1}],"women_pile":[{"gender":"woman","effect":"water_path","symbols":2},{"gender":"woman","effect":"land_path","symbols":2},{"gender":"woman","effect":"build","symbols":3},{"gender":"woman","effect":"move_hut","symbols":2},{"gender":"woman","effect":"woman","symbols":3},{"gender":"woman","effect":"offering","symbols":3},{"gender":"woman","effect":"victory_points","symbols":2},{"gender":"woman","effect":"man","symbols":3},{"gender":"woman","effect":"status","symbols":3},{"gender":"woman","effect":"shell","symbols":1},{"gender":"woman","effect":"victory_points","symbols":1},{"gender":"woman","effect":"build","symbols":2},{"gender":"woman","effect":"god_card","symbols":3},{"gender":"woman","effect":"offering","symbols":2},{"gender":"woman","effect":"material","symbols":3},{"gender":"woman","effect":"build","symbols":1},{"gender":"woman","effect":"shell","symbols":3},{"gender":"woman","effect":"man","symbols":1},{"gender":"woman","effect":"material","symbols":2},{"gender":"woman","effect":"shell","symbols":2},{"gender":"woman","effect":"land_path","symbols":1},{"gender":"woman","effect":"land_path","symbols":3},{"gender":"woman","effect":"status","symbols":2},{"gender":"woman","effect":"water_path","symbols":3},{"gender":"woman","effect":"god_card","symbols":2},{"gender":"woman","effect":"victory_points","symbols":3},{"gender":"woman","effect":"move_hut","symbols":1},{"gender":"woman","effect":"god_card","symbols":1},{"gender":"woman","effect":"woman","symbols":1},{"gender":"woman","effect":"water_path","symbols":1}],"hands":[[1,26,20],[6,23,54],[4,50,57]],"tasks":[12,28,24,22,29],"task_pile":[8,37,47,34,17,56,33,41,53,36,51,39,16,9,35,14,30,38,55,7,31,15,43,49,45,46,11,18,32,13,27,21,19,58,59,48,52,44,40,25,10,42],"jewelry":[[{"trinket":"anklet","cost":5,"points":7},{"trinket":"anklet","cost":5,"points":7},{"trinket":"earring","cost":3,"points":5},{"trinket":"hair_ornament","cost":3,"points":4}],[{"trinket":"anklet","cost":2,"points":3},{"trinket":"hair_ornament","cost":4,"points":6},{"trinket":"hair_ornament","cost":5,"points":7},{"trinket":"necklace","cost":4,"points":6}],[{"trinket":"ring","cost":3,"points":5},{"trinket":"ring","cost":5,"points":8},{"trinket":"necklace","cost":3,"points":4},{"trinket":"hair_ornament","cost":2,"points":3}],[{"trinket":"bracelet","cost":1,"points":1},{"trinket":"anklet","cost":2,"points":3},{"trinket":"necklace","cost":6,"points":9},{"trinket":"ring","cost":1,"points":2}],[{"trinket":"earring","cost":5,"points":8},{"trinket":"bracelet","cost":6,"points":9},{"trinket":"earring","cost":3,"points":5},{"trinket":"ring","cost":3,"points":5}],[{"trinket":"bracelet","cost":4,"points":6},{"trinket":"necklace","cost":1,"points":1},{"trinket":"bracelet","cost":3,"points":4},{"trinket":"earring","cost":1,"points":2}]],"cards":[["white","blue"],["red","white"],["red","red"]],"open_cards":["green","blue","blue","yellow","blue"],"card_pile":["green","green","white","blue","white","green","white","red","white","green","red","blue","yellow","blue","blue","yellow","yellow","blue","yellow","blue","red","green","white","white","white","yellow","green","white","green","yellow","blue","green","green","red","yellow","yellow","white","green","red","red","yellow","yellow","red","green","white","red","red","blue","yellow"]}	\N	01a1ff84-bb3a-721c-937c-3b9886d1a3b5	\N	\N	2026-11-21 19:10:52.298797	c83e088984b9aa0a8c961009e8e463d6	1be1effce1d04bf15bc1209d14e381aa181ac483db4ce953b19f7b6083468310
01a1ff84-bf5e-7fa1-9eb5-b8c2fa6b9441	8	played	1	{"type":"material_taken","seat":0,"material":"wood","space":2}	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	{"type":"play","seat":0,"command":{"type":"place_material","space":2}}	\N	2026-11-21 19:10:52.502383	2d9cd0123a569feac3bdfa85ba00a13a	c25cf6a1a931e46b2cd9fe30d2fbbd1777e8bbe6e11c1a2f159ecb55a8538468
01a1ff84-bf5e-7fa1-9eb5-b8c2fa6b9441	9	played	1	{"type":"awaited","seat":1,"step":"first_hut"}	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	\N	\N	2026-11-21 19:10:52.502383	7321d717c6eb347f59921968b54560e4	789f5f4236399c6d035808efd9788df2d8261d870d78d08a89c193f3e74121ca
01a1ff84-bf5e-7fa1-9eb5-b8c2fa6b9441	14	played	1	{"type":"hut_placed","seat":2,"region":"south_plain","from":10,"moved_aside":null}	2	01a1ff84-bb3a-721c-937c-3b9886d1a3b5	{"type":"play","seat":2,"command":{"type":"settle_first","region":"south_plain","hut":"ordinary"}}	1	2026-11-21 19:10:52.562077	97abcf6b4d1a8949883a7bf9410ecf65	2319482dc65d844ba908e8047d60618b4cbbe9a38b2a7d5446aed6cd130f7a50
01a1ff84-bf5e-7fa1-9eb5-b8c2fa6b9441	15	played	1	{"type":"offerings_taken","seat":2,"offerings":1}	2	01a1ff84-bb3a-721c-937c-3b9886d1a3b5	\N	\N	2026-11-21 19:10:52.562077	1c912d8a6bb4088b2b7e3fb821ba12ae	011375b0b8a4cd5769ba9e505fb178c2c9da8fde22f3b7c3203364272ff7311d
01a1ff84-bf5e-7fa1-9eb5-b8c2fa6b9441	16	played	1	{"type":"round_began","round":1,"men":[{"gender":"man","effect":"offering","symbols":2},{"gender":"man","effect":"shell","symbols":1},{"gender":"man","effect":"god_card","symbols":3},{"gender":"man","effect":"water_path","symbols":3},{"gender":"man","effect":"victory_points","symbols":1},{"gender":"man","effect":"water_path","symbols":1}],"women":[{"gender":"woman","effect":"move_hut","symbols":3},{"gender":"woman","effect":"offering","symbols":1},{"gender":"woman","effect":"man","symbols":2},{"gender":"woman","effect":"woman","symbols":2},{"gender":"woman","effect":"status","symbols":1},{"gender":"woman","effect":"material","symbols":1}],"tasks":[12,28,24,22,29]}	2	01a1ff84-bb3a-721c-937c-3b9886d1a3b5	\N	\N	2026-11-21 19:10:52.562077	58a9b465cc909697f2a6f73c564d242d	edf2cbc0335c7f134ca0e117337bedf5914da5c0a49cfc738a5c8c7ba23465f0
01a1ff84-bf5e-7fa1-9eb5-b8c2fa6b9441	17	played	1	{"type":"phase_began","phase":"dice"}	2	01a1ff84-bb3a-721c-937c-3b9886d1a3b5	\N	\N	2026-11-21 19:10:52.562077	34740b286d5e2211842a8da25c007c52	edc25f6964e11fdb17c0a590e9c2616c1070e162644ad170b9ab45d4a11a7d6d
01a1ff84-bf5e-7fa1-9eb5-b8c2fa6b9441	18	played	1	{"type":"dice_rolled","faces":[[3,3,4],[3,3,2],[2,1,2]]}	2	01a1ff84-bb3a-721c-937c-3b9886d1a3b5	\N	\N	2026-11-21 19:10:52.562077	c7724c2840e8bdeaae086af903766e2f	d925912c25f0d054d812f69df40e4968720b5726f38c011d92f082d9d4b5f4bd
01a1ff84-bf5e-7fa1-9eb5-b8c2fa6b9441	19	played	1	{"type":"awaited","seat":2,"step":"die"}	2	01a1ff84-bb3a-721c-937c-3b9886d1a3b5	\N	\N	2026-11-21 19:10:52.562077	d6ba0030768f2a4f6099d239a9aef804	3b97c6fe7202d2a1cc867f6987b0123478c93107ca25d8241a0e933bd500e184
01a1ff84-bf5e-7fa1-9eb5-b8c2fa6b9441	20	resigned	1	{}	1	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	{"type":"resign"}	\N	2026-11-21 19:10:52.582016	8648c46a2319081c92ea8747a1869b63	a872924e3ef32bc5643919ea6fe124e1b59e0a23e2ad2c9c2f8a64ac38fe634d
01a1ff84-bf5e-7fa1-9eb5-b8c2fa6b9441	21	played	1	{"type":"die_placed","seat":2,"die":2,"face":2,"action":"helper","acts_as":2}	2	01a1ff84-bb3a-721c-937c-3b9886d1a3b5	{"type":"play","seat":2,"command":{"type":"place_die","die":2,"action":"helper"}}	\N	2026-11-21 19:10:52.635255	86d206620089c79e40fe3c98669f2841	bf2b9a11a2a2a71549e264ebe36e23200d6cdf122f90d9e90a7ebf0bca5d8cf9
01a1ff84-bf5e-7fa1-9eb5-b8c2fa6b9441	22	played	1	{"type":"awaited","seat":2,"step":{"helper":{"points":2}}}	2	01a1ff84-bb3a-721c-937c-3b9886d1a3b5	\N	\N	2026-11-21 19:10:52.635255	2f69801d6a70ada31337c2081de70401	03924cd67eb819bed284f055c3bfb09ba4a32954318aa78d0d36ed51082025e2
01a1ff84-bf5e-7fa1-9eb5-b8c2fa6b9441	23	played	1	{"type":"card_taken","seat":2,"god":"blue"}	2	01a1ff84-bb3a-721c-937c-3b9886d1a3b5	{"type":"play","seat":2,"command":{"type":"take_card","open":"blue"}}	\N	2026-11-21 19:10:52.722767	2486cc9a2a87b22fc28be8c421d520f7	05e2203764540a34b103001362c8df8d92bbe37cb797abfb3bdfe4a7bbe31c8e
01a1ff84-bf5e-7fa1-9eb5-b8c2fa6b9441	25	played	1	{"type":"awaited","seat":1,"step":"die"}	2	01a1ff84-bb3a-721c-937c-3b9886d1a3b5	\N	\N	2026-11-21 19:10:52.722767	5a3fca573baeb993f6498f1c57e5b37f	ffa51ad1ef3b61659a1aef194419fb71fe62b83b092c301ec95fa2c7872115f7
01a1ff84-bf5e-7fa1-9eb5-b8c2fa6b9441	26	played	1	{"type":"die_placed","seat":1,"die":2,"face":2,"action":"fishing","acts_as":2}	1	clock	{"type":"play","seat":1,"command":{"type":"place_die","die":2,"action":"fishing"}}	\N	2026-11-21 19:10:52.755154	b25b4a6e4c6bbbe08002deea0dfaf862	ff45d43cd691b04003ec22d213c2c006bc044b9b997f11b2d09c1877bacdd5c3
01a1ff84-bf5e-7fa1-9eb5-b8c2fa6b9441	27	played	1	{"type":"scored","seat":1,"source":"fishing","points":2}	1	clock	\N	\N	2026-11-21 19:10:52.755154	6d88bd843f7cbef11e9ab963b90a1334	07262591030d9bd0383cb27906d24eee3d14a1729f4bbde412a2d0491ba4160c
01a1ff84-bf5e-7fa1-9eb5-b8c2fa6b9441	28	played	1	{"type":"awaited","seat":0,"step":"die"}	1	clock	\N	\N	2026-11-21 19:10:52.755154	440bb11afeacb235c8b2f6f08aa17fd3	303315955229da4721384531e48d3ee7e5a5ee57ac8c0319738bc36be77696a4
01a1ff84-bf5e-7fa1-9eb5-b8c2fa6b9441	29	played	1	{"type":"god_played","seat":0,"god":"blue","means":"card"}	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	{"type":"play","seat":0,"command":{"type":"place_die","die":4,"action":"helper","blue":"card"}}	\N	2026-11-21 19:10:52.812202	3cff64a7a0918856c0a54cc86411910c	9434018812921266cfc278bb9722855f27c136da2ca62f2b9d459c15f8daeffa
01a1ff84-bf5e-7fa1-9eb5-b8c2fa6b9441	30	played	1	{"type":"die_placed","seat":0,"die":4,"face":4,"action":"helper","acts_as":4}	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	\N	\N	2026-11-21 19:10:52.812202	585780f1fe784cef1331ccdde0c16535	485b3a4876d5a4d17099ea9e7d9b5c0a2651b6d2e6e4e1372e815c7e4f745fc5
01a1ff84-bf5e-7fa1-9eb5-b8c2fa6b9441	31	played	1	{"type":"awaited","seat":0,"step":{"helper":{"points":4}}}	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	\N	\N	2026-11-21 19:10:52.812202	9484290b4784196d0ebb8af5efd8730b	2746d6bc5e3852d5c522ea22e6addf837faa4cc1867de08223f93f29dd15d0c4
01a1ff84-c1ae-72ad-af43-b1acfe38f16b	1	opened	1	{"game":"bora-bora","seats":2,"title":"bora-bora: given up","visibility":"public","config":{"orange_tiles":false},"host":"01a1ff84-ba6b-7299-831d-8e3c8eb45bb1","seed_hash":"4775abbf73c1866464f3657502cdd32d9be161cca0b13fd6c7a39575eec625b0"}	\N	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	{"type":"open","game":"bora-bora","seats":2,"config":{"orange_tiles":false},"title":"bora-bora: given up","visibility":"public","entropy":"anna's"}	\N	2026-11-21 19:10:52.847282	50d63841e0339ee4f8d82e36cb00be4a	9b72b6f538bfca889bc6b16d25715c456796f92e02998afa3287633e25c96e1e
01a1ff84-c1ae-72ad-af43-b1acfe38f16b	2	joined	1	{"account":"01a1ff84-ba6b-7299-831d-8e3c8eb45bb1","entropy":"anna's","name":"0f909b5fc827bddab29ebcb23fcc7509913560ced3112b8a63b78d0571d3cc73"}	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	\N	\N	2026-11-21 19:10:52.847282	f0712252edc4f3ad155a9885da8ef0c5	4fc52440384a9a3e8a7e09abe6410f1472548724b274ca61ead614f8311b4d9d
01a1ff84-c1ae-72ad-af43-b1acfe38f16b	3	joined	1	{"account":"01a1ff84-baf9-7151-8375-c1c8b44d5ba0","entropy":"ben's","name":"f4562f0b39f26c14f848d117a5919a7f99771e249bfa69b0bdb74878e11e8c58"}	1	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	{"type":"join","entropy":"ben's"}	\N	2026-11-21 19:10:52.942774	e90f07b1a98223b2a70325dfa6803646	6cf4f61d26869317a10dd09a123147844b4fbafd107aa61af141f5529e0b71cb
01a1ff84-c1ae-72ad-af43-b1acfe38f16b	4	started	1	{"edition":1,"config":{"orange_tiles":false},"order":[0,1],"fish":[{"kind":"c","value":1},{"kind":"b","value":5},{"kind":"a","value":2},{"kind":"b","value":3},{"kind":"d","value":1},{"kind":"c","value":5},{"kind":"c","value":3},{"kind":"a","value":6},{"kind":"b","value":1},{"kind":"a","value":1},{"kind":"d","value":4},{"kind":"d","value":4}],"men":[{"gender":"man","effect":"man","symbols":1},{"gender":"man","effect":"woman","symbols":3},{"gender":"man","effect":"status","symbols":1},{"gender":"man","effect":"victory_points","symbols":3},{"gender":"man","effect":"shell","symbols":1},{"gender":"man","effect":"land_path","symbols":3}],"women":[{"gender":"woman","effect":"water_path","symbols":3},{"gender":"woman","effect":"build","symbols":1},{"gender":"woman","effect":"woman","symbols":2},{"gender":"woman","effect":"move_hut","symbols":3},{"gender":"woman","effect":"shell","symbols":2},{"gender":"woman","effect":"man","symbols":2}],"men_pile":[{"gender":"man","effect":"land_path","symbols":1},{"gender":"man","effect":"water_path","symbols":2},{"gender":"man","effect":"woman","symbols":2},{"gender":"man","effect":"status","symbols":2},{"gender":"man","effect":"move_hut","symbols":1},{"gender":"man","effect":"land_path","symbols":2},{"gender":"man","effect":"god_card","symbols":1},{"gender":"man","effect":"shell","symbols":3},{"gender":"man","effect":"build","symbols":3},{"gender":"man","effect":"water_path","symbols":1},{"gender":"man","effect":"build","symbols":2},{"gender":"man","effect":"offering","symbols":1},{"gender":"man","effect":"material","symbols":3},{"gender":"man","effect":"move_hut","symbols":3},{"gender":"man","effect":"god_card","symbols":3},{"gender":"man","effect":"water_path","symbols":3},{"gender":"man","effect":"status","symbols":3},{"gender":"man","effect":"woman","symbols":1},{"gender":"man","effect":"victory_points","symbols":1},{"gender":"man","effect":"move_hut","symbols":2},{"gender":"man","effect":"man","symbols":3},{"gender":"man","effect":"material","symbols":1},{"gender":"man","effect":"offering","symbols":3},{"gender":"man","effect":"god_card","symbols":2},{"gender":"man","effect":"offering","symbols":2},{"gender":"man","effect":"man","symbols":2},{"gender":"man","effect":"build","symbols":1},{"gender":"man","effect":"material","symbols":2},{"gender":"man","effect":"victory_points","symbols":2},{"gender":"man","effect":"shell","symbols":2}],"women_pile":[{"gender":"woman","effect":"status","symbols":1},{"gender":"woman","effect":"status","symbols":3},{"gender":"woman","effect":"water_path","symbols":2},{"gender":"woman","effect":"move_hut","symbols":2},{"gender":"woman","effect":"offering","symbols":3},{"gender":"woman","effect":"god_card","symbols":1},{"gender":"woman","effect":"move_hut","symbols":1},{"gender":"woman","effect":"land_path","symbols":3},{"gender":"woman","effect":"woman","symbols":1},{"gender":"woman","effect":"god_card","symbols":3},{"gender":"woman","effect":"status","symbols":2},{"gender":"woman","effect":"shell","symbols":3},{"gender":"woman","effect":"land_path","symbols":1},{"gender":"woman","effect":"water_path","symbols":1},{"gender":"woman","effect":"victory_points","symbols":3},{"gender":"woman","effect":"woman","symbols":3},{"gender":"woman","effect":"material","symbols":1},{"gender":"woman","effect":"material","symbols":3},{"gender":"woman","effect":"man","symbols":3},{"gender":"woman","effect":"victory_points","symbols":2},{"gender":"woman","effect":"man","symbols":1},{"gender":"woman","effect":"offering","symbols":1},{"gender":"woman","effect":"offering","symbols":2},{"gender":"woman","effect":"shell","symbols":1},{"gender":"woman","effect":"build","symbols":3},{"gender":"woman","effect":"god_card","symbols":2},{"gender":"woman","effect":"land_path","symbols":2},{"gender":"woman","effect":"material","symbols":2},{"gender":"woman","effect":"build","symbols":2},{"gender":"woman","effect":"victory_points","symbols":1}],"hands":[[2,19,10],[1,47,44]],"tasks":[22,46,33,7],"task_pile":[15,21,30,45,35,48,25,32,12,29,56,17,58,38,11,57,14,20,24,49,31,55,28,51,59,54,26,39,40,34,27,8,42,9,23,37,36,41,43,52,16,13,50,53,18],"jewelry":[[{"trinket":"necklace","cost":1,"points":1},{"trinket":"bracelet","cost":1,"points":1},{"trinket":"necklace","cost":3,"points":4},{"trinket":"anklet","cost":2,"points":3}],[{"trinket":"anklet","cost":5,"points":7},{"trinket":"ring","cost":3,"points":5},{"trinket":"earring","cost":3,"points":5},{"trinket":"anklet","cost":5,"points":7}],[{"trinket":"necklace","cost":4,"points":6},{"trinket":"ring","cost":1,"points":2},{"trinket":"bracelet","cost":4,"points":6},{"trinket":"earring","cost":1,"points":2}],[{"trinket":"bracelet","cost":3,"points":4},{"trinket":"earring","cost":5,"points":8},{"trinket":"ring","cost":3,"points":5},{"trinket":"ring","cost":5,"points":8}],[{"trinket":"hair_ornament","cost":2,"points":3},{"trinket":"necklace","cost":6,"points":9},{"trinket":"hair_ornament","cost":3,"points":4},{"trinket":"bracelet","cost":6,"points":9}],[{"trinket":"anklet","cost":2,"points":3},{"trinket":"earring","cost":3,"points":5},{"trinket":"hair_ornament","cost":5,"points":7},{"trinket":"hair_ornament","cost":4,"points":6}]],"cards":[["red","blue"],["green","blue"]],"open_cards":["blue","white","green","white","yellow"],"card_pile":["white","white","blue","yellow","yellow","blue","green","blue","white","yellow","red","yellow","yellow","green","green","white","white","white","white","blue","yellow","red","green","green","red","green","yellow","yellow","red","blue","red","green","red","green","white","blue","blue","yellow","green","red","red","blue","blue","white","green","yellow","red","red","white","red","yellow"]}	\N	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	\N	\N	2026-11-21 19:10:52.942774	2f5716f3502bcbd1b31c08b1c70175d1	b6bf9cbb373e8a23d7da7caaa675b51f72cec269a40463ff92ca496ec0c98820
01a1ff84-c1ae-72ad-af43-b1acfe38f16b	5	played	1	{"type":"hut_placed","seat":1,"region":"central_forest","from":10,"moved_aside":null}	1	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	{"type":"play","seat":1,"command":{"type":"settle_first","region":"central_forest","hut":"ordinary"}}	\N	2026-11-21 19:10:53.034086	a6a1b642ba59098b2db8b70c0efe8eed	0969951215ea293a0d459ed29abc5dceb8d657ed1f8349d91d6e0d3638bc34f9
01a1ff84-c1ae-72ad-af43-b1acfe38f16b	6	played	1	{"type":"awaited","seat":1,"step":{"ceremony":{"material":"wood","then":"first_hut"}}}	1	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	\N	\N	2026-11-21 19:10:53.034086	bb3a2b002ba8f71a2d9f27fded2336dd	c6a81b23057298cc1629bff97939b49e19d67c1ff5a4f6cf48078cea8805caba
01a1ff84-c1ae-72ad-af43-b1acfe38f16b	7	played	1	{"type":"material_taken","seat":1,"material":"wood","space":2}	1	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	{"type":"play","seat":1,"command":{"type":"place_material","space":2}}	\N	2026-11-21 19:10:53.090879	c7c2d12395c3aa6b4f58596178286295	db5c086c016f3c9be83224e22834f5db5655618b3c576cf961803901430c0e21
01a1ff84-c1ae-72ad-af43-b1acfe38f16b	8	played	1	{"type":"awaited","seat":0,"step":"first_hut"}	1	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	\N	\N	2026-11-21 19:10:53.090879	8db80ca72c113c9f0212c481ea6dcd0c	e7c8697bd8d4447341144283ae26c88f1acedcb249761c3f7a16729dff726e26
01a1ff84-c1ae-72ad-af43-b1acfe38f16b	9	played	1	{"type":"hut_placed","seat":0,"region":"north_beach","from":10,"moved_aside":null}	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	{"type":"play","seat":0,"command":{"type":"settle_first","region":"north_beach","hut":"ordinary"}}	\N	2026-11-21 19:10:53.125817	e9cc7a9d6d32a5ab330aaae960e403fd	336e78422b0f26b4f9f2aad78066b820bde4b06de162f4ad66d6b9c04b92df75
01a1ff84-c1ae-72ad-af43-b1acfe38f16b	10	played	1	{"type":"awaited","seat":0,"step":{"ceremony":{"material":"sand","then":"first_hut"}}}	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	\N	\N	2026-11-21 19:10:53.125817	32eed2a34e38a9549dbe9dcbca676d60	d3cdef351844fec75edfad4546d11c2c4c9b076522aa016fea6fc8cb7e399f41
01a1ff84-c1ae-72ad-af43-b1acfe38f16b	11	played	1	{"type":"material_taken","seat":0,"material":"sand","space":0}	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	{"type":"play","seat":0,"command":{"type":"place_material","space":0}}	1	2026-11-21 19:10:53.138645	3cbabd91308df99ea62e4e8c24cd472c	317b78ac69052029662dcdc9e42a2eb817f1ee8532028c66bc502ff964c60e80
01a1ff84-c1ae-72ad-af43-b1acfe38f16b	12	played	1	{"type":"round_began","round":1,"men":[{"gender":"man","effect":"man","symbols":1},{"gender":"man","effect":"woman","symbols":3},{"gender":"man","effect":"status","symbols":1},{"gender":"man","effect":"victory_points","symbols":3},{"gender":"man","effect":"shell","symbols":1},{"gender":"man","effect":"land_path","symbols":3}],"women":[{"gender":"woman","effect":"water_path","symbols":3},{"gender":"woman","effect":"build","symbols":1},{"gender":"woman","effect":"woman","symbols":2},{"gender":"woman","effect":"move_hut","symbols":3},{"gender":"woman","effect":"shell","symbols":2},{"gender":"woman","effect":"man","symbols":2}],"tasks":[22,46,33,7]}	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	\N	\N	2026-11-21 19:10:53.138645	043918e17ecf1b95fbbe8c830826713d	f4a96605065387df6475e2bd254910e2ccccb0d2effb1e85b5503b470eed6be1
01a1ff84-c1ae-72ad-af43-b1acfe38f16b	13	played	1	{"type":"phase_began","phase":"dice"}	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	\N	\N	2026-11-21 19:10:53.138645	be6c2b34ccb74dc3b2911e2f7882d885	88e98336f8e31e878fecf18fa11dad4e64dcdf9c1cf4597bd3a0336dc767e097
01a1ff84-c1ae-72ad-af43-b1acfe38f16b	14	played	1	{"type":"dice_rolled","faces":[[1,3,2],[4,5,6]]}	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	\N	\N	2026-11-21 19:10:53.138645	7e4557c5b089f55424b600d50ce17f6e	d67d9957e18a05f9df9848b53a92f365bd3f2dff408d658bdae9c037340b90e0
01a1ff84-c1ae-72ad-af43-b1acfe38f16b	15	played	1	{"type":"awaited","seat":0,"step":"die"}	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	\N	\N	2026-11-21 19:10:53.138645	c6a0b58fa5cb33fd003d560b78ad9464	72a78c9ba965b5d3845e20fd93ed2c1ce1b0e268a229e4cef8dfd057e2ba7305
01a1ff84-c1ae-72ad-af43-b1acfe38f16b	16	played	1	{"type":"die_placed","seat":0,"die":3,"face":3,"action":"helper","acts_as":3}	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	{"type":"play","seat":0,"command":{"type":"place_die","die":3,"action":"helper"}}	\N	2026-11-21 19:10:53.217297	c6a1a02a95ee04dbf0cda55ff8d40819	2a2b55a40c9707dd309aaaec88bf0f7bab09ef7f5e9b66361672c16877f58ea5
01a1ff84-c1ae-72ad-af43-b1acfe38f16b	17	played	1	{"type":"awaited","seat":0,"step":{"helper":{"points":3}}}	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	\N	\N	2026-11-21 19:10:53.217297	b1e0a58dc163f7bcb9c07f2211ae953c	42d69131feb475464aec735107a0f7387d5839b5fb04d2ed0eea1d22e334fadc
01a1ff84-c1ae-72ad-af43-b1acfe38f16b	18	played	1	{"type":"card_taken","seat":0,"god":"blue"}	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	{"type":"play","seat":0,"command":{"type":"take_card","open":"blue"}}	\N	2026-11-21 19:10:53.221898	92f9c9c6ee069694f8b9adf998382a34	eecd6946dadcb3ffd7b262c08315b4e0909a48af97b294a8d42e5d7706ee0aa0
01a1ff84-c1ae-72ad-af43-b1acfe38f16b	19	played	1	{"type":"card_opened","god":"yellow"}	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	\N	\N	2026-11-21 19:10:53.221898	e556f29ead2584d27b237c48bac93001	111bb76a74afdbe724126ce17dc41201eebce68ec3792cfec9a5dbe382629bee
01a1ff84-c1ae-72ad-af43-b1acfe38f16b	20	played	1	{"type":"awaited","seat":0,"step":{"helper":{"points":1}}}	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	\N	\N	2026-11-21 19:10:53.221898	38d99799f78a1efba610db7ae46c9803	757bf56dfd954688bda5b7958fd152173bc176070c06ae083bfefea172df6d64
01a1ff84-c1ae-72ad-af43-b1acfe38f16b	21	played	1	{"type":"scored","seat":0,"source":"helper","points":1}	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	{"type":"play","seat":0,"command":{"type":"score_points","points":1}}	\N	2026-11-21 19:10:53.22644	a115eac680de1c78bc23c45c675d3df6	1b89fd3d1e88c7b3b50574ceabe3c0b073a400c0d0b11a0ce80b0705d7c1d61a
01a1ff84-c1ae-72ad-af43-b1acfe38f16b	22	played	1	{"type":"awaited","seat":1,"step":"die"}	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	\N	\N	2026-11-21 19:10:53.22644	34be61e41ff74b8915806203012fe610	682a3cba4a64669690741e81f8871917a20bcb8dd2470b57fa6fe9649c25bce6
01a1ff84-c1ae-72ad-af43-b1acfe38f16b	23	played	1	{"type":"god_played","seat":1,"god":"blue","means":"card"}	1	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	{"type":"play","seat":1,"command":{"type":"place_die","die":6,"action":"helper","blue":"card"}}	\N	2026-11-21 19:10:53.510053	25e803b246e16e13bf7eed6f2194c3dd	35e92bb696147c398ab1015807cc4b7d3ed3b210e97bf2d33433ef6887bf56c5
01a1ff84-c1ae-72ad-af43-b1acfe38f16b	24	played	1	{"type":"die_placed","seat":1,"die":6,"face":6,"action":"helper","acts_as":6}	1	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	\N	\N	2026-11-21 19:10:53.510053	a4bf2dfdaa7aa4d3ec7089be48461c02	97235db200eea9c78b621978b4d58ad1fbef966513dd76fe90134741f954cbb4
01a1ff84-c1ae-72ad-af43-b1acfe38f16b	25	played	1	{"type":"awaited","seat":1,"step":{"helper":{"points":6}}}	1	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	\N	\N	2026-11-21 19:10:53.510053	eac02a5a74c823c17552278d7bbce9be	d75657aaf6df6be9fe1f21c695ff5ccf23555e3e2983e2fbe6b26d986dd34a91
01a1ff84-c1ae-72ad-af43-b1acfe38f16b	26	played	1	{"type":"card_taken","seat":1,"god":"white"}	1	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	{"type":"play","seat":1,"command":{"type":"take_card","open":"white"}}	\N	2026-11-21 19:10:53.638875	fdeafc7a8774059919a098b25b55c24d	c0d2c1edf3ab3cf4707142dc03f2c74c97a269b13e07205e0ab9c24e947557bc
01a1ff84-c1ae-72ad-af43-b1acfe38f16b	27	played	1	{"type":"card_opened","god":"red"}	1	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	\N	\N	2026-11-21 19:10:53.638875	b4a241c8971a3f4be9617ec931475e2b	a53060ca2c3c2b7d850900ccde077f2ceb8274395f181cc8ec3f215d7c67d28d
01a1ff84-c1ae-72ad-af43-b1acfe38f16b	28	played	1	{"type":"awaited","seat":1,"step":{"helper":{"points":4}}}	1	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	\N	\N	2026-11-21 19:10:53.638875	8f125bfac84a70835d1c9b4bcc823291	bb93eefb61c3a33da57f4df2a661af0b47e1e446c99635628165621e41459327
01a1ff84-c1ae-72ad-af43-b1acfe38f16b	29	played	1	{"type":"card_taken","seat":1,"god":"white"}	1	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	{"type":"play","seat":1,"command":{"type":"take_card","open":"white"}}	\N	2026-11-21 19:10:53.658068	7e4d6a4555433846753507f0968b3d28	c4c0df50bcf7dc5c62edc09037042fcb3a8231b70ef89024cf29886c01b61a80
01a1ff84-c1ae-72ad-af43-b1acfe38f16b	30	played	1	{"type":"card_opened","god":"white"}	1	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	\N	\N	2026-11-21 19:10:53.658068	dae82b10574404a5fc69c7acc4d7132c	679e67731e8e19672e8b7e1fed60104b02d388486af668ac6f8aedfb15605b68
01a1ff84-c1ae-72ad-af43-b1acfe38f16b	31	played	1	{"type":"awaited","seat":1,"step":{"helper":{"points":2}}}	1	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	\N	\N	2026-11-21 19:10:53.658068	1582ab79b56b161f7d945c03d8685934	e81a20103b80293b75408454c1a32eafd3bd920ac80bd9988262b484b571ab2b
01a1ff84-c1ae-72ad-af43-b1acfe38f16b	32	played	1	{"type":"card_taken","seat":1,"god":"white"}	1	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	{"type":"play","seat":1,"command":{"type":"take_card","open":"white"}}	\N	2026-11-21 19:10:53.693609	58bc2bbd5b561edb6022539e51ecf896	0ef8c1f2798e1aecde1954b7fcb981a57fc22e8670f0f1aa6ce25b943e164866
01a1ff84-c1ae-72ad-af43-b1acfe38f16b	33	played	1	{"type":"card_opened","god":"red"}	1	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	\N	\N	2026-11-21 19:10:53.693609	763aa7af3d83a308c6fadda235ba16a1	732683520aae01d3ffc05e1e5587593af7edf2bd5996eb92ba34c8912ef88ffa
01a1ff84-c1ae-72ad-af43-b1acfe38f16b	34	played	1	{"type":"awaited","seat":0,"step":"die"}	1	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	\N	\N	2026-11-21 19:10:53.693609	4d61fc1ed371f121599a887c5124b763	412aa76a6019d75587b6d8416555cc3c1588b531640eafdce60afdf74c4abf18
01a1ff84-c749-7a41-9598-bbaac1e1731b	9	played	1	{"type":"first_monument_placed","seat":3,"at":"I7","next":0}	3	01a1ff84-bb3a-721c-937c-3b9886d1a3b5	{"type":"play","seat":3,"command":{"type":"place_first_monument","at":"I7"}}	\N	2026-11-21 19:10:54.419164	c11a17b229f29d1925656302d34f4d1b	e1ec5cc1318f1bb3a500794a91ddc3b3c6a09ac1163772c1945fdd125fb0d768
01a1ff84-c749-7a41-9598-bbaac1e1731b	10	played	1	{"type":"first_monument_placed","seat":0,"at":"L7","next":1}	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	{"type":"play","seat":0,"command":{"type":"place_first_monument","at":"L7"}}	\N	2026-11-21 19:10:54.443374	c9c1562000dee3e2d44546f44db242e8	cd016a97cfabb0d5076702daa3b1a9f57cd987d9edb4922794cc27c872e31a92
01a1ff84-c749-7a41-9598-bbaac1e1731b	15	played	1	{"type":"gift_given","seat":1,"cattle":3,"from_stock":0,"shares":[{"plaque":1,"cattle":1},{"plaque":2,"cattle":1},{"plaque":3,"cattle":1}],"resume":0,"next":0}	1	robot:sensible:1	{"type":"play","seat":1,"command":{"type":"give_gift","cattle":3}}	\N	2026-11-21 19:10:54.526483	4e01578ed3161c18a1a0548800de4527	376e544f3ae1e5fdd8be9cb79b947cfeae255355eb2121a874418922f6ee2bea
01a1ff84-c749-7a41-9598-bbaac1e1731b	16	played	1	{"type":"passed","seat":0,"place":4,"forced":true,"next":3}	1	robot:sensible:1	\N	\N	2026-11-21 19:10:54.526483	15d10e58fcdcae716325b94e5fafa08b	4d57ad6b10660b2284ec93040cf1ba833b77c19050ad629bd56800fbfc1e3a55
01a1ff84-c749-7a41-9598-bbaac1e1731b	17	played	1	{"type":"passed","seat":3,"place":3,"forced":true,"next":2}	1	robot:sensible:1	\N	\N	2026-11-21 19:10:54.526483	c58ea28d0edf31297b0e5b8cb2ac8840	aa4ff0900a9a1a3a0f8486a563a0055550ff927b2bb4075ae3043c6b74206808
01a1ff84-c749-7a41-9598-bbaac1e1731b	18	played	1	{"type":"passed","seat":2,"place":2,"forced":true,"next":null}	1	robot:sensible:1	\N	\N	2026-11-21 19:10:54.526483	30c0fbf61e928cfac83f4543866d501a	b5d60a54128fe7048d8cf4a2806886a42727b340992de267a58deaead8b13427
01a1ff84-c749-7a41-9598-bbaac1e1731b	19	played	1	{"type":"plaques_taken","cattle":[1,1,1,1],"order":[1,2,3,0]}	1	robot:sensible:1	\N	\N	2026-11-21 19:10:54.526483	8b70be7682642f5ae6c1f4a3853f34e1	fa6d6cf1e6d457dee35f17f8fb422cf2f394ef7fb5c1db8593e97084b9ccba46
01a1ff84-c749-7a41-9598-bbaac1e1731b	20	played	1	{"type":"god_chosen","seat":1,"god":"xango","rebate":0,"vr":18}	1	robot:sensible:1	{"type":"play","seat":1,"command":{"type":"choose_god","god":"xango"}}	\N	2026-11-21 19:10:54.534503	563af3d61bb31ae2e1317b3454c7ce3a	9b13f66b90b986a0cbe01e2c2428d64045cf204e21a7ea38382b48adb51feb73
01a1ff84-c749-7a41-9598-bbaac1e1731b	21	played	1	{"type":"monument_built","seat":1,"at":"K4"}	1	robot:sensible:1	{"type":"play","seat":1,"command":{"type":"build_monument","at":"K4"}}	\N	2026-11-21 19:10:54.541941	f2d10e917a9f5b740141d32f67335df7	9cbded02c810c17aa6633bf32c5973b6e3c82b8cd9015de9765ccd4d8e522a01
01a1ff84-c749-7a41-9598-bbaac1e1731b	22	played	1	{"type":"turn_ended","seat":1,"next":2}	1	robot:sensible:1	{"type":"play","seat":1,"command":{"type":"end_turn"}}	\N	2026-11-21 19:10:54.546376	9ffd1a84b38447d70dddb14a6f75cc18	4096fd9650cadc86fabc02986e9e1a1c87dadc8cd076d69c7190127f79904d93
01a1ff84-c749-7a41-9598-bbaac1e1731b	26	played	1	{"type":"god_chosen","seat":3,"god":"elegua","rebate":0,"vr":24}	3	01a1ff84-bb3a-721c-937c-3b9886d1a3b5	{"type":"play","seat":3,"command":{"type":"choose_god","god":"elegua"}}	\N	2026-11-21 19:10:54.962998	863aa96024c57870ba46704e2e22ac89	e620379eb118c5b0e105f64fbffce08fcdf6022c78ff9de56b1a47ae2c8eb360
01a1ff84-c749-7a41-9598-bbaac1e1731b	27	taken_back	1	{"to":25}	3	01a1ff84-bb3a-721c-937c-3b9886d1a3b5	{"type":"take_back","to":null}	\N	2026-11-21 19:10:55.00681	40eca7a6e12217e08e1b8b8004f83456	5b1113f63c654d291dee927bd367544d42f8aa59f5051c8d5fda96242228bc82
01a1ff84-ca29-7c68-a263-61a4078cfa3e	1	opened	1	{"game":"great-zimbabwe","seats":3,"title":"great-zimbabwe: given up by one","visibility":"public","config":{"first_play":false,"gods":null},"host":"01a1ff84-ba6b-7299-831d-8e3c8eb45bb1","seed_hash":"fe3752df37d8cb85fa0045857d442b65aeaca1f8ac3fe74bb5361e3a4ad1ced4"}	\N	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	{"type":"open","game":"great-zimbabwe","seats":3,"config":{"first_play":false,"gods":null},"title":"great-zimbabwe: given up by one","visibility":"public","entropy":"anna's"}	\N	2026-11-21 19:10:55.018068	759c296eddf36840788aa0671a0428a0	2f036808a41290df462aaf077ae8eeecedc09c4fabca7d86704532e9d94f85b7
01a1ff84-ca29-7c68-a263-61a4078cfa3e	2	joined	1	{"account":"01a1ff84-ba6b-7299-831d-8e3c8eb45bb1","entropy":"anna's","name":"3a52c3fd7e3d16976cca2a5c12f30b319c17eb11502ccc09480426788a87905a"}	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	\N	\N	2026-11-21 19:10:55.018068	d86d2ba28d52ceb04a92cd0473667d04	4c0a8c6428e65f37eab3ebbe7d9d44a7131c0e31b5e043947e41a311ba774c07
01a1ff84-ca29-7c68-a263-61a4078cfa3e	3	joined	1	{"account":"01a1ff84-baf9-7151-8375-c1c8b44d5ba0","entropy":null,"name":"56472e64a8f5f8d7192336b2b0ba873578784f099f61e2ee728a1eafaf66d201"}	1	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	{"type":"join","entropy":null}	\N	2026-11-21 19:10:55.036009	f5b59759ef690e171dd38c50db4db6da	40d7bfcafc7b70afbf618942350214182ff818cdc49656e346ea4d6998b647a0
01a1ff84-ca29-7c68-a263-61a4078cfa3e	4	joined	1	{"account":"01a1ff84-bb3a-721c-937c-3b9886d1a3b5","entropy":null,"name":"92973da3647b225108d04c85b6a2ac07da5a6dd05a0e5fc7f7bf359f73f27697"}	2	01a1ff84-bb3a-721c-937c-3b9886d1a3b5	{"type":"join","entropy":null}	\N	2026-11-21 19:10:55.039469	f605af2dd67f9227a4b30935d1d0e696	6fc9a8d3a479164cd0c8c98e11f90e730d682e5466d60c9c1bfecf6076d66657
01a1ff84-ca29-7c68-a263-61a4078cfa3e	5	started	1	{"edition":1,"tiles":[{"tile":"f","row":0,"col":2,"quarter_turns":1},{"tile":"a","row":1,"col":1,"quarter_turns":3},{"tile":"g","row":1,"col":2,"quarter_turns":2},{"tile":"e","row":2,"col":0,"quarter_turns":0},{"tile":"c","row":2,"col":1,"quarter_turns":3},{"tile":"k","row":2,"col":2,"quarter_turns":3}],"gods":["elegua","dziva","eshu","obatala","atete","tsui_goab","qamata","engai"],"specialists":["rain_ceremony","nomads","builder","shaman","herd"],"vr_pile":[1,2,0]}	\N	01a1ff84-bb3a-721c-937c-3b9886d1a3b5	\N	\N	2026-11-21 19:10:55.039469	929ecc65b7f51942890c48bed8188ecf	28d0b9250396f96ded55c5a26179e457d1bedf61c9170d96d31185d0e7b7c64a
01a1ff84-c1ae-72ad-af43-b1acfe38f16b	35	played	1	{"type":"die_placed","seat":0,"die":2,"face":2,"action":"helper","acts_as":2}	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	{"type":"play","seat":0,"command":{"type":"place_die","die":2,"action":"helper"}}	\N	2026-11-21 19:10:53.959641	ca0d2758272a76845bbe4a04698df40f	1abc9dbd70bcc12bcc10ba9373345456ce4700dfe035c0bc4de932c9bededfa2
01a1ff84-c1ae-72ad-af43-b1acfe38f16b	36	played	1	{"type":"awaited","seat":0,"step":{"helper":{"points":2}}}	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	\N	\N	2026-11-21 19:10:53.959641	5ed81ddb206bc04546c4d0e54d9a4434	33ad46e37760eef3aea97aa9716ed51ff35fbf8c00f713190b3731e0f424098c
01a1ff84-c1ae-72ad-af43-b1acfe38f16b	37	taken_back	1	{"to":34}	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	{"type":"take_back","to":null}	\N	2026-11-21 19:10:54.002695	86d90a2ec24304098870d015bd89f2d5	2cb0e116643e5b5365c2934bd5b8cc93a8e8f76451468f2b999ef42bcea890f1
01a1ff84-c1ae-72ad-af43-b1acfe38f16b	38	resigned	1	{}	1	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	{"type":"resign"}	\N	2026-11-21 19:10:54.014542	720d2a9afa9fb0b85ccf9de937a009e2	ca1edf76d3d223bd85e273eb334a51a3ea46b30243fd40fc51bf158103fd0730
01a1ff84-c1ae-72ad-af43-b1acfe38f16b	39	ended	1	{"ranking":[{"seat":0,"place":1,"points":1},{"seat":1,"place":2,"points":1}],"seed":"01802ffee44f69b74bd89fa72b5969d54fde8fdeeface5b7f0aad72b9ae0bd1e"}	\N	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	\N	\N	2026-11-21 19:10:54.014542	f401b4291b323ec5ba141beeadab5848	9ecae0aa560045d5a72fa83393937f053a35d8f84ff286ff52f519bba08cf8d2
01a1ff84-c6be-7b5a-890d-265b4f67505a	1	opened	1	{"game":"bora-bora","seats":2,"title":"bora-bora: never begun","visibility":"public","config":{"orange_tiles":false},"host":"01a1ff84-ba6b-7299-831d-8e3c8eb45bb1","seed_hash":"22743e9fb951adb924e633eb7be448908ed0f5fbdcf224c9cafb93716b81a9b3"}	\N	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	{"type":"open","game":"bora-bora","seats":2,"config":{"orange_tiles":false},"title":"bora-bora: never begun","visibility":"public","entropy":"anna's"}	\N	2026-11-21 19:10:54.146862	163f42e9f361b1f1ba86e97eb9d31767	d6fcdb0f3165ecd7c85fcc69e35da43ebdc9ba95c90f78e5ceeb7e41b26a97ad
01a1ff84-c6be-7b5a-890d-265b4f67505a	2	joined	1	{"account":"01a1ff84-ba6b-7299-831d-8e3c8eb45bb1","entropy":"anna's","name":"09ba756c9cb26e507adc172b7d2e61f3f68526b73953e614855a6f443f7bca41"}	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	\N	\N	2026-11-21 19:10:54.146862	61b94562154b94f1e18b4e7d957527d2	7b0eb7ddc6b8ebdd887b0f0146a5d50eed08f93200981591cbfba890fe521109
01a1ff84-c6be-7b5a-890d-265b4f67505a	3	left	1	{"host":"01a1ff84-ba6b-7299-831d-8e3c8eb45bb1"}	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	{"type":"leave"}	\N	2026-11-21 19:10:54.172315	308256de4dfe43605a7c63820e7d42a8	f1f81aca0aab7d99dfb9e10f4765764a35dfe6daa5ea38da913519bbc3e84d71
01a1ff84-c6be-7b5a-890d-265b4f67505a	4	cancelled	1	{}	\N	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	\N	\N	2026-11-21 19:10:54.172315	0270bd829e80a93650033a394ddf9024	e2203073f878312408c36d2a07f183e8017c42347c1532dd53ee7495df85b68b
01a1ff84-c6e1-7e78-8beb-8f0c72eb2168	1	opened	1	{"game":"great-zimbabwe","seats":4,"title":"great-zimbabwe: come and join","visibility":"public","config":{"first_play":false,"gods":null},"host":"01a1ff84-ba6b-7299-831d-8e3c8eb45bb1","seed_hash":"eb9aa2484accf00fb4027dca4be8e86d8dfad3e56891b01ac9138e7b6e9ca910"}	\N	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	{"type":"open","game":"great-zimbabwe","seats":4,"config":{"first_play":false,"gods":null},"title":"great-zimbabwe: come and join","visibility":"public","entropy":"anna's"}	\N	2026-11-21 19:10:54.186869	e2daa537bd108fbc435bc1625e0f52f1	425a13d7cd858feae0c4661784ff6218868d424a3be2141a7760cecf2147d38b
01a1ff84-c6e1-7e78-8beb-8f0c72eb2168	2	joined	1	{"account":"01a1ff84-ba6b-7299-831d-8e3c8eb45bb1","entropy":"anna's","name":"1b610bc2fccb2ac2e414c4a63f9c1784fe1fe3b10d83b8b5068b9626293847a6"}	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	\N	\N	2026-11-21 19:10:54.186869	74ed411d6886a3fe263c96cb334e462e	8c81435e6c6f909500b4b2586065332065a55554ec07bab5b6a6aefa0b0e8ee9
01a1ff84-c6e1-7e78-8beb-8f0c72eb2168	3	joined	1	{"account":"01a1ff84-baf9-7151-8375-c1c8b44d5ba0","entropy":"ben's","name":"b0e13a42e64c7c6a09538a0429fca32357f9c0ba129ae22515e951d7109a09cd"}	1	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	{"type":"join","entropy":"ben's"}	\N	2026-11-21 19:10:54.205091	3c4873bb8b9017a87aa6fbe453ac1e59	3f9d2bba008bdf0c8189389a7ef8428c9d196ee431b4f23f4bf3d99a3b3f78a7
01a1ff84-c6e1-7e78-8beb-8f0c72eb2168	4	left	1	{"host":"01a1ff84-ba6b-7299-831d-8e3c8eb45bb1"}	1	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	{"type":"leave"}	\N	2026-11-21 19:10:54.234562	95f3618845dad1674d54fa0c5586d248	3e0f75b1cd51227bcd2a22a5ecb2819bffdd43b6349bd9813f885d7e37ce585f
01a1ff84-c6e1-7e78-8beb-8f0c72eb2168	5	joined	1	{"account":"01a1ff84-baf9-7151-8375-c1c8b44d5ba0","entropy":"ben's second","name":"06bbc63ad22611a21da972bdc5d6745154097ae4e915f52dd59f11fa5f454815"}	1	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	{"type":"join","entropy":"ben's second"}	\N	2026-11-21 19:10:54.241738	5a148aae68a236f67b81f455d38e5634	684f274d5b80b9327693f65936857ee8a47bd15562e51e06155b367c1df6c87f
01a1ff84-c726-7bad-be6a-68a29c362591	1	opened	1	{"game":"great-zimbabwe","seats":3,"title":"great-zimbabwe: among us","visibility":"private","config":{"first_play":false,"gods":null},"host":"01a1ff84-ba6b-7299-831d-8e3c8eb45bb1","seed_hash":"af15ff4d8d9f419a21f885117d124fa220d94de7f81adc12f876344fa0c02ad4"}	\N	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	{"type":"open","game":"great-zimbabwe","seats":3,"config":{"first_play":false,"gods":null},"title":"great-zimbabwe: among us","visibility":"private","entropy":"anna's"}	\N	2026-11-21 19:10:54.253259	7409527414625f2e9a936aa5fa242c8d	59e0b62f93ce77f5396dc04b95305f7a94a259d39577af6ba9d98c9c02e67a18
01a1ff84-c726-7bad-be6a-68a29c362591	2	joined	1	{"account":"01a1ff84-ba6b-7299-831d-8e3c8eb45bb1","entropy":"anna's","name":"dc0106c6627dbd069e743df8284f25c6b4b26828986f5c061b8020afc85a11ad"}	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	\N	\N	2026-11-21 19:10:54.253259	ab4893368000e0f4eb5d97eb4182f788	c2c3f77018f4efb7d00816e160da56b81c7c41aaf254bc3cd0c0e4f6a1f0dd2e
01a1ff84-c726-7bad-be6a-68a29c362591	3	joined	1	{"account":"01a1ff84-baf9-7151-8375-c1c8b44d5ba0","entropy":null,"name":"38982edd07f297a49f5dbc3a7fc25c8bc1c975146c2af86c487c45d546e9c6e2"}	1	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	{"type":"join","entropy":null}	\N	2026-11-21 19:10:54.273092	a56bea10de9f5f8445c85ce08e43846c	d877c2b9ff10275afc45acbbe83c9b45c5db695fb1c3851f9083e38a86095a31
01a1ff84-c749-7a41-9598-bbaac1e1731b	1	opened	1	{"game":"great-zimbabwe","seats":4,"title":"great-zimbabwe: midway","visibility":"public","config":{"first_play":false,"gods":null},"host":"01a1ff84-ba6b-7299-831d-8e3c8eb45bb1","seed_hash":"3ff75f3f82e4059afe125fdd716fb6c6bc2fa4062b514188a2c552988388348e"}	\N	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	{"type":"open","game":"great-zimbabwe","seats":4,"config":{"first_play":false,"gods":null},"title":"great-zimbabwe: midway","visibility":"public","entropy":"anna's"}	\N	2026-11-21 19:10:54.284301	fa18f6666cba898febc2cf6deb03cf01	9c4c2599ccdb190ff0f32a4e88d1016b6afbded5dc0794669d761720d75a6dfa
01a1ff84-cbcd-7c1f-b2fe-ba28c5be6850	22	resigned	1	{}	1	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	{"type":"resign"}	\N	2026-11-21 19:10:55.770224	3686398f774117f9e13f0097de4b3a82	f639e7340081141fb59444fec55feedc067cdd6d7d437b76bc300a5a379977e4
01a1ff84-c749-7a41-9598-bbaac1e1731b	2	joined	1	{"account":"01a1ff84-ba6b-7299-831d-8e3c8eb45bb1","entropy":"anna's","name":"274d85c61bc8da39d1c0fa11398d1494401858b44e581ede07347224d66e8d3b"}	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	\N	\N	2026-11-21 19:10:54.284301	9e8cac2d1e8b456f3ddb4218c553e5d7	55d3b74145ae842ab5debfac5c99ad28ba19abbddc3b4254b33810bb930159b3
01a1ff84-c749-7a41-9598-bbaac1e1731b	3	robot_joined	1	{"robot":"random","number":1}	1	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	{"type":"seat_robot","robot":"random","meant":null}	\N	2026-11-21 19:10:54.327462	64c6f753adb509ad10c52924cfb94864	ea10c7b8199cac01f056e3f49ce2c72e9a56f7303b0ca68b0d26fe71776faf5b
01a1ff84-c749-7a41-9598-bbaac1e1731b	4	robot_joined	1	{"robot":"sensible","number":1}	2	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	{"type":"seat_robot","robot":"sensible","meant":null}	\N	2026-11-21 19:10:54.346734	9509e9e35afe6fa3f29461d42344fb70	312b64b40826bc16bc87876b368ce8bc6fc815cfa0aa877e9014f0ae75643c7f
01a1ff84-c749-7a41-9598-bbaac1e1731b	5	robot_left	1	{}	1	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	{"type":"dismiss_robot","seat":1}	\N	2026-11-21 19:10:54.349869	ef7364da6c4568e42642eaf256476092	6adaf1f468bda8c3e15088a11f8da300364cd3de64b4a47d9f271fc9b75af5a5
01a1ff84-c749-7a41-9598-bbaac1e1731b	6	joined	1	{"account":"01a1ff84-baf9-7151-8375-c1c8b44d5ba0","entropy":null,"name":"fb50745abb98597f2edc4a1b50201062dbc9ebcda7c26abb10d792ea86fc394b"}	2	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	{"type":"join","entropy":null}	\N	2026-11-21 19:10:54.352033	1452fabd9c963d95a25f03c83d59fee9	e8d3607bc2c913e0458a4e67482795d007e2a4c4913171963053b5fd08d0291c
01a1ff84-c749-7a41-9598-bbaac1e1731b	7	joined	1	{"account":"01a1ff84-bb3a-721c-937c-3b9886d1a3b5","entropy":null,"name":"1162ca345ef66bbc604c502a9b2d676374a62879c62e4de1397a8393e084fd42"}	3	01a1ff84-bb3a-721c-937c-3b9886d1a3b5	{"type":"join","entropy":null}	\N	2026-11-21 19:10:54.364422	c70b3352c98d40d8104471a13b4c7557	b2b0902210c75da1a76995aa1e78b19b51a921f852f57aab9ce011627d204b3f
01a1ff84-c749-7a41-9598-bbaac1e1731b	8	started	1	{"edition":1,"tiles":[{"tile":"b","row":0,"col":0,"quarter_turns":3},{"tile":"i","row":0,"col":1,"quarter_turns":2},{"tile":"f","row":1,"col":0,"quarter_turns":0},{"tile":"a","row":1,"col":1,"quarter_turns":2},{"tile":"h","row":1,"col":2,"quarter_turns":3},{"tile":"k","row":2,"col":1,"quarter_turns":1},{"tile":"j","row":2,"col":2,"quarter_turns":0}],"gods":["shadipinyi","elegua","dziva","gu","obatala","atete","qamata","xango"],"specialists":["rain_ceremony","nomads","builder","shaman","herd"],"vr_pile":[2,1,0,3]}	\N	01a1ff84-bb3a-721c-937c-3b9886d1a3b5	\N	\N	2026-11-21 19:10:54.364422	2ad3229b7414d92ccc7dfe3f4eae2c1e	60e4cf58868967d870e4f827333278552a21e5be013f0ab87cfabba2c338e4e9
01a1ff84-c749-7a41-9598-bbaac1e1731b	11	played	1	{"type":"first_monument_placed","seat":1,"at":"G9","next":2}	1	robot:sensible:1	{"type":"play","seat":1,"command":{"type":"place_first_monument","at":"G9"}}	\N	2026-11-21 19:10:54.452275	32e4b08c4895b2f17fd597540b9e7153	d483d64cc878fb6bb79bfc0c7a4454e41840bdb5ffe7776c0c5b737245c326b0
01a1ff84-c749-7a41-9598-bbaac1e1731b	12	played	1	{"type":"first_monument_placed","seat":2,"at":"L10","next":null}	2	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	{"type":"play","seat":2,"command":{"type":"place_first_monument","at":"L10"}}	\N	2026-11-21 19:10:54.492535	5b005eef68cd3ceba42cfd9a783a25e3	9ea4dc11cc5d54f6c8e8fb12356afee5fa0e135c6cceeecb027d31b66f6797c2
01a1ff84-c749-7a41-9598-bbaac1e1731b	13	played	1	{"type":"round_begun","round":1,"queue":[{"of":"empire","seat":2},{"of":"empire","seat":1},{"of":"empire","seat":0},{"of":"empire","seat":3}],"first":2}	2	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	\N	\N	2026-11-21 19:10:54.492535	8190a10115d15f2ea535a224a5cfdb5c	a4332e0eb7e487c52a21577eb0cb647db3a502f453dbdf585759b3154489540b
01a1ff84-c749-7a41-9598-bbaac1e1731b	14	played	1	{"type":"gift_given","seat":2,"cattle":1,"from_stock":0,"shares":[{"plaque":0,"cattle":1}],"resume":1,"next":1}	2	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	{"type":"play","seat":2,"command":{"type":"give_gift","cattle":1}}	\N	2026-11-21 19:10:54.518814	f45e569ec2e42c5424b59fd0e8c63f76	bf2976de2ff28ac7de15bf41cf70b6449975f45b9d0084e7857dbe19634123a1
01a1ff84-c749-7a41-9598-bbaac1e1731b	23	played	1	{"type":"god_chosen","seat":2,"god":"shadipinyi","rebate":0,"vr":24}	2	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	{"type":"play","seat":2,"command":{"type":"choose_god","god":"shadipinyi"}}	\N	2026-11-21 19:10:54.690558	5a219273c45bdf83778c1ac2d5ed3ab6	8a4477b522cfc9ad3a6fe4dfa715ca0e3d3bee2ddcb1e67dfb1bab28b81f0fc1
01a1ff84-c749-7a41-9598-bbaac1e1731b	24	played	1	{"type":"monument_built","seat":2,"at":"C1"}	2	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	{"type":"play","seat":2,"command":{"type":"build_monument","at":"C1"}}	\N	2026-11-21 19:10:54.817529	9a5bf6cc35b0fcaa126d9e1872c2572f	2650cb1782ba8c2c2f47dbc22ef246d4d5c3b3df9f40e33e9770ab3c1774f92b
01a1ff84-c749-7a41-9598-bbaac1e1731b	25	played	1	{"type":"turn_ended","seat":2,"next":3}	2	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	{"type":"play","seat":2,"command":{"type":"end_turn"}}	\N	2026-11-21 19:10:54.859654	a9bef85faa747afa6d1a10f0dbb13287	c2717466a6e87d8d1e207084109101f133b405b29dda958a814ea21238611dcb
01a1ff84-ca29-7c68-a263-61a4078cfa3e	6	played	1	{"type":"first_monument_placed","seat":0,"at":"G7","next":2}	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	{"type":"play","seat":0,"command":{"type":"place_first_monument","at":"G7"}}	\N	2026-11-21 19:10:55.050895	11afc97e506dfda665a08b7f22f7522c	698e0547f6d3e6bab1a995a6d502f155abd0ec9a28ae74339cc80b8a23a4b5e9
01a1ff84-ca29-7c68-a263-61a4078cfa3e	7	played	1	{"type":"first_monument_placed","seat":2,"at":"J7","next":1}	2	01a1ff84-bb3a-721c-937c-3b9886d1a3b5	{"type":"play","seat":2,"command":{"type":"place_first_monument","at":"J7"}}	\N	2026-11-21 19:10:55.08416	9f477f7563e4789ae9785bcb3bb4e0f6	e8ae1350d90b4fce3bdb8afcd3e46be4bbbe266d2315a3b842a732d85187392c
01a1ff84-ca29-7c68-a263-61a4078cfa3e	8	played	1	{"type":"first_monument_placed","seat":1,"at":"L9","next":null}	1	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	{"type":"play","seat":1,"command":{"type":"place_first_monument","at":"L9"}}	\N	2026-11-21 19:10:55.104786	6b75defae210aeb4e1abfea55c34d7c4	f1ed80cc09f62f6fe4fe47d2aea52d88ed8b7a46a1c24fda57e1b302f9d97f4b
01a1ff84-ca29-7c68-a263-61a4078cfa3e	9	played	1	{"type":"round_begun","round":1,"queue":[{"of":"empire","seat":1},{"of":"empire","seat":2},{"of":"empire","seat":0}],"first":1}	1	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	\N	\N	2026-11-21 19:10:55.104786	f16c1fefee8056b83acf2e98bf4dfe36	fef6452696711bdda4af30a5c1a1c506a8fda8fae4fd8e7e276405f440263ae7
01a1ff84-ca29-7c68-a263-61a4078cfa3e	10	played	1	{"type":"gift_given","seat":1,"cattle":1,"from_stock":0,"shares":[{"plaque":0,"cattle":1}],"resume":1,"next":2}	1	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	{"type":"play","seat":1,"command":{"type":"give_gift","cattle":1}}	\N	2026-11-21 19:10:55.136004	e9780d99265e214d7de1bb98a507669b	c8f3a5858411b449d9ac96f3ace1c38531e740440da08c049c3a65ca2c5c7209
01a1ff84-ca29-7c68-a263-61a4078cfa3e	11	played	1	{"type":"gift_given","seat":2,"cattle":2,"from_stock":0,"shares":[{"plaque":1,"cattle":1},{"plaque":2,"cattle":1}],"resume":0,"next":0}	2	01a1ff84-bb3a-721c-937c-3b9886d1a3b5	{"type":"play","seat":2,"command":{"type":"give_gift","cattle":2}}	\N	2026-11-21 19:10:55.159893	686fb87baef674579d1348c50f0bea11	fd5c9711244ce27e1ab81e27aef2f82cb3b91d368999714f6723b526ddbab519
01a1ff84-ca29-7c68-a263-61a4078cfa3e	12	resigned	1	{}	1	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	{"type":"resign"}	\N	2026-11-21 19:10:55.25202	981403127c6d103951f0c3fd5697bed5	7c4847379a44164797a76e9e5dfc4babbab1b7cc3ef65d2e4a5c55eb09331bea
01a1ff84-ca29-7c68-a263-61a4078cfa3e	18	played	1	{"type":"monument_built","seat":0,"at":"M1"}	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	{"type":"play","seat":0,"command":{"type":"build_monument","at":"M1"}}	\N	2026-11-21 19:10:55.344945	0116c6e47a250151a1a83b141b983a8c	3ed28e399df32eb6b1219d8a2914a33974e0b6e509685e1e6f3bb651d6fe1a50
01a1ff84-cbcd-7c1f-b2fe-ba28c5be6850	9	played	1	{"type":"gift_given","seat":1,"cattle":2,"from_stock":0,"shares":[{"plaque":0,"cattle":1},{"plaque":1,"cattle":1}],"resume":1,"next":0}	1	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	{"type":"play","seat":1,"command":{"type":"give_gift","cattle":2}}	\N	2026-11-21 19:10:55.538626	41455abf6174fa5836c29403d466655a	fd5ec045c569f85c57501e470b160914895b616f964b6aa3e75c64c15fb7266c
01a1ff84-cbcd-7c1f-b2fe-ba28c5be6850	10	played	1	{"type":"passed","seat":0,"place":2,"forced":true,"next":null}	1	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	\N	\N	2026-11-21 19:10:55.538626	be50fb93292d1458c6d37c9781567882	3a28503c9cd8fc0ff3532bbfccef4895e26ad7aebdcf04f5461720958faaa695
01a1ff84-cbcd-7c1f-b2fe-ba28c5be6850	11	played	1	{"type":"plaques_taken","cattle":[2,1],"order":[1,0]}	1	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	\N	\N	2026-11-21 19:10:55.538626	954befa87bcc795ccbba99a2e44c0465	7972a34563162e14c168ced1d4fd13d8fddecffc5caf1d69e0ad86246d024ed8
01a1ff84-cbcd-7c1f-b2fe-ba28c5be6850	12	played	1	{"type":"god_chosen","seat":1,"god":"dziva","rebate":0,"vr":22}	1	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	{"type":"play","seat":1,"command":{"type":"choose_god","god":"dziva"}}	\N	2026-11-21 19:10:55.564018	de555e65ba30bf286e411571f78c5c85	d4f35c01cd289af2efd5e04964a2eaa9eb0f544ea546c78d68d760c4d34cfa22
01a1ff84-cbcd-7c1f-b2fe-ba28c5be6850	13	played	1	{"type":"monument_built","seat":1,"at":"A1"}	1	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	{"type":"play","seat":1,"command":{"type":"build_monument","at":"A1"}}	\N	2026-11-21 19:10:55.587309	7a2661a62ba3538890f6d62e7879521f	6f26cf4bc29b5ac8f61343524119614b5375489d23bff8e53b282880286df63e
01a1ff84-cbcd-7c1f-b2fe-ba28c5be6850	14	played	1	{"type":"turn_ended","seat":1,"next":0}	1	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	{"type":"play","seat":1,"command":{"type":"end_turn"}}	\N	2026-11-21 19:10:55.615239	1dc75349be20765a892469d141c617a6	118ff369b40ef3a5158c65b437bd2349732aa31cbfb2520721ca74541c904b6b
01a1ff84-cd2f-784b-84db-c734fd068296	3	left	1	{"host":"01a1ff84-ba6b-7299-831d-8e3c8eb45bb1"}	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	{"type":"leave"}	\N	2026-11-21 19:10:55.846455	db2e5fdd966aebb7c8c0e658047c1142	d4f8ba9a07f9ce3a8ee0fd1313ae695e961d65202a310e9e45774e2de320e944
01a1ff84-cd2f-784b-84db-c734fd068296	4	cancelled	1	{}	\N	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	\N	\N	2026-11-21 19:10:55.846455	b4aa23b637bafbf206de95e110b5d428	22ffbae431f3db52af3c404101447cc6bcbc1548b538c5d9da89e4a32fdb9749
01a1ff84-ca29-7c68-a263-61a4078cfa3e	13	played	1	{"type":"gift_given","seat":0,"cattle":3,"from_stock":0,"shares":[{"plaque":0,"cattle":1},{"plaque":1,"cattle":1},{"plaque":2,"cattle":1}],"resume":0,"next":1}	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	{"type":"play","seat":0,"command":{"type":"give_gift","cattle":3}}	\N	2026-11-21 19:10:55.278104	9e936915c40741d4abce7e5669659fde	9f5942395537e84751728e2bb5052c721df81a831a9ba559d2430231a55fc574
01a1ff84-ca29-7c68-a263-61a4078cfa3e	14	played	1	{"type":"passed","seat":1,"place":3,"forced":true,"next":2}	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	\N	\N	2026-11-21 19:10:55.278104	69cf4f3a4fa86a7f3f85f939caa4c66d	c044990b1120a8de3f9d4300f6ff250d96d4a1493bb562dbd9a6d7e7a22c31b3
01a1ff84-ca29-7c68-a263-61a4078cfa3e	15	played	1	{"type":"passed","seat":2,"place":2,"forced":true,"next":null}	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	\N	\N	2026-11-21 19:10:55.278104	3baa79e4e6e60b3d996d542d907ddef5	d0755320bb6fb97f5a011accec84796efa92678f6284300fc86ec81d6141013a
01a1ff84-ca29-7c68-a263-61a4078cfa3e	16	played	1	{"type":"plaques_taken","cattle":[2,2,2],"order":[0,2,1]}	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	\N	\N	2026-11-21 19:10:55.278104	9242191b9ac138b7e579629d9cea8ed6	a0a354b239f58e0d14f4bafd1fb90b084c9aa16c327888336b530f112785e58c
01a1ff84-ca29-7c68-a263-61a4078cfa3e	17	played	1	{"type":"god_chosen","seat":0,"god":"elegua","rebate":0,"vr":24}	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	{"type":"play","seat":0,"command":{"type":"choose_god","god":"elegua"}}	\N	2026-11-21 19:10:55.320052	7c4aa1444ee7dcd3a4c4b3b10ab5b5ff	5b1c240052704b0cced4b0af804779a581f7ae5be6b9b53ad4ae08b5ca66a713
01a1ff84-cbcd-7c1f-b2fe-ba28c5be6850	1	opened	1	{"game":"great-zimbabwe","seats":2,"title":"great-zimbabwe: given up","visibility":"public","config":{"first_play":false,"gods":null},"host":"01a1ff84-ba6b-7299-831d-8e3c8eb45bb1","seed_hash":"54f78caba490d5d3d4b6a2a46265f0f79c5927dba7bf3af25fe8a6372b6f85d9"}	\N	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	{"type":"open","game":"great-zimbabwe","seats":2,"config":{"first_play":false,"gods":null},"title":"great-zimbabwe: given up","visibility":"public","entropy":"anna's"}	\N	2026-11-21 19:10:55.44306	27edb3e42183888977fe46c6fab8c1a9	d8f1110537e4bcb13222401bf412d2b88451784fcdc4fb552c28758fadcf7d3d
01a1ff84-cbcd-7c1f-b2fe-ba28c5be6850	2	joined	1	{"account":"01a1ff84-ba6b-7299-831d-8e3c8eb45bb1","entropy":"anna's","name":"77e837069ffe5aea8012e2d121366c15cdde5d97af640708f4c4dde99ccef904"}	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	\N	\N	2026-11-21 19:10:55.44306	afe8b85bc3e459365da2dd0e7ce41d14	252cee31f9e2e3b6e40047f1bb2b409b347a45accad18d9a83f6082fcda17987
01a1ff84-cbcd-7c1f-b2fe-ba28c5be6850	3	joined	1	{"account":"01a1ff84-baf9-7151-8375-c1c8b44d5ba0","entropy":"ben's","name":"5753ea8bb71d9c392617eb3cad8d32bc71ab576f2bc4fcf064edaa9dc52145f1"}	1	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	{"type":"join","entropy":"ben's"}	\N	2026-11-21 19:10:55.45027	44f1f2f6bbd30f0895022a4abc12b673	8fed8e3b1b14b486769acad63b06d0c4e517b4b7ca85ad61aec9c9e2a8940c1c
01a1ff84-cbcd-7c1f-b2fe-ba28c5be6850	4	started	1	{"edition":1,"tiles":[{"tile":"a","row":0,"col":0,"quarter_turns":0},{"tile":"b","row":0,"col":1,"quarter_turns":0},{"tile":"i","row":1,"col":0,"quarter_turns":0},{"tile":"h","row":1,"col":1,"quarter_turns":0}],"gods":["dziva","eshu","obatala","atete","anansi","qamata","engai","xango"],"specialists":["rain_ceremony","nomads","builder","shaman","herd"],"vr_pile":[0,1]}	\N	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	\N	\N	2026-11-21 19:10:55.45027	4b23b6dc55c1fc9c163afcc7a1db2c54	43ed918a8317c68381bfca35ef7156b593a266a1bd52aec954aac03a9e9afe67
01a1ff84-cbcd-7c1f-b2fe-ba28c5be6850	5	played	1	{"type":"first_monument_placed","seat":1,"at":"C1","next":0}	1	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	{"type":"play","seat":1,"command":{"type":"place_first_monument","at":"C1"}}	\N	2026-11-21 19:10:55.474914	90a9dda3b9f9f68f3eb777f248aa6b71	d18aab8c7a999bae68a9c8be92a6b7b801af947b6570eeff0fbbe616940890a7
01a1ff84-cbcd-7c1f-b2fe-ba28c5be6850	6	played	1	{"type":"first_monument_placed","seat":0,"at":"F1","next":null}	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	{"type":"play","seat":0,"command":{"type":"place_first_monument","at":"F1"}}	\N	2026-11-21 19:10:55.489561	7e3b466aa15419d8438c7276991ae765	61ca5eb985505b7165490da82ad51493f0f309981ab4424f35ef275c1b963a2d
01a1ff84-cbcd-7c1f-b2fe-ba28c5be6850	7	played	1	{"type":"round_begun","round":1,"queue":[{"of":"empire","seat":0},{"of":"empire","seat":1}],"first":0}	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	\N	\N	2026-11-21 19:10:55.489561	a2e50fb7f54abd79a538c2e1eb013ffe	8bcc5f1381e87c9725554b138431d4b3ef06d0d85c4ca68fd19ff8fe0048a133
01a1ff84-cbcd-7c1f-b2fe-ba28c5be6850	8	played	1	{"type":"gift_given","seat":0,"cattle":1,"from_stock":0,"shares":[{"plaque":0,"cattle":1}],"resume":1,"next":1}	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	{"type":"play","seat":0,"command":{"type":"give_gift","cattle":1}}	\N	2026-11-21 19:10:55.511462	0b9dc4af2b97d72e28674d2063bde1d0	a332d1e3dbdf6cb0c251c3b6bfaccec6ebf4788d9438265795ac85a57009f110
01a1ff84-cbcd-7c1f-b2fe-ba28c5be6850	15	played	1	{"type":"god_chosen","seat":0,"god":"eshu","rebate":0,"vr":24}	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	{"type":"play","seat":0,"command":{"type":"choose_god","god":"eshu"}}	\N	2026-11-21 19:10:55.682659	b0a13a0e39781b0e7805d0bb73c4b332	809f0176d8af8701bcc52cfa8e160bd7feb0e068b32552bcbeb64ca698766f2c
01a1ff84-cbcd-7c1f-b2fe-ba28c5be6850	16	played	1	{"type":"monument_built","seat":0,"at":"H1"}	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	{"type":"play","seat":0,"command":{"type":"build_monument","at":"H1"}}	\N	2026-11-21 19:10:55.724266	ca4bf701d5111614d4c24e787ef88406	3eda5542058192ce6222e5e4dc177669214307ed2f65b97f49bd54a3b507f2f6
01a1ff84-cbcd-7c1f-b2fe-ba28c5be6850	17	played	1	{"type":"turn_ended","seat":0,"next":null}	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	{"type":"play","seat":0,"command":{"type":"end_turn"}}	\N	2026-11-21 19:10:55.740047	5624e1dd3c747bab5a045c635293e876	d7bcd6fbd95a1b620b1aa624fd7ddd3ad97559361f70c1482863fcea26c01d97
01a1ff84-cbcd-7c1f-b2fe-ba28c5be6850	18	played	1	{"type":"revenues_collected","round":1,"revenues":[{"cards":0,"income":1,"engai":0},{"cards":0,"income":1,"engai":0}]}	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	\N	\N	2026-11-21 19:10:55.740047	ce1609efd1de94a48d28587dbfe58bb6	ba0f7193a2f85a06880941e0a2a252b25242b8944822826472a06dd27ff76dd7
01a1ff84-cbcd-7c1f-b2fe-ba28c5be6850	19	played	1	{"type":"used_markers_cleared","round":1}	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	\N	\N	2026-11-21 19:10:55.740047	09527c546d8463102c7775e72d753e6d	e7f5e54dbc801936f64d9a0ca7348cd0c8d692fdf0bcbeb9d7673e962c1d4733
01a1ff84-cbcd-7c1f-b2fe-ba28c5be6850	20	played	1	{"type":"round_begun","round":2,"queue":[{"of":"empire","seat":0},{"of":"empire","seat":1}],"first":0}	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	\N	\N	2026-11-21 19:10:55.740047	76d26517b2d20a0c94fdfb0a5422b5c0	aaa8450882e483526a67436103c5637391af159a8479df9e8514e30ee24561b9
01a1ff84-cbcd-7c1f-b2fe-ba28c5be6850	21	taken_back	1	{"to":16}	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	{"type":"take_back","to":null}	\N	2026-11-21 19:10:55.761402	2c4c7b9717c58bada9753dd34196ceb7	d33478eca58180e8e3b35662ff9e00894b729a085b32be277be951462e87b4c3
01a1ff84-cbcd-7c1f-b2fe-ba28c5be6850	23	ended	1	{"ranking":[{"seat":0,"place":1,"points":2},{"seat":1,"place":2,"points":2}],"seed":"6d3af152a6c0e4dfebd789c9d8d2c01fdf420042c7c52eb64dbcc43050997d60"}	\N	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	\N	\N	2026-11-21 19:10:55.770224	ed2462ce474eeaf85598a267337da7b3	6100d4ed6a824fc53353f55c89c4ab21ad3c924bdae107e5fbe3eabaf8313a60
01a1ff84-cd2f-784b-84db-c734fd068296	1	opened	1	{"game":"great-zimbabwe","seats":2,"title":"great-zimbabwe: never begun","visibility":"public","config":{"first_play":false,"gods":null},"host":"01a1ff84-ba6b-7299-831d-8e3c8eb45bb1","seed_hash":"1568f912699b318bb081c6a9257e57add9f188f7dc997f36a0c8cba927e6c6dc"}	\N	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	{"type":"open","game":"great-zimbabwe","seats":2,"config":{"first_play":false,"gods":null},"title":"great-zimbabwe: never begun","visibility":"public","entropy":"anna's"}	\N	2026-11-21 19:10:55.795082	53a83e4ebe0a7ad0f71ca83d1ead16e0	62c347f076dbaa37cb04d3f43e2aef28677f055223eec5b8ce6a3fcb141cf928
01a1ff84-cd2f-784b-84db-c734fd068296	2	joined	1	{"account":"01a1ff84-ba6b-7299-831d-8e3c8eb45bb1","entropy":"anna's","name":"8595948bea78891864e0b65d29bfcac71ab2564c26a77bc6aa678cd2818292b2"}	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	\N	\N	2026-11-21 19:10:55.795082	c720edf89d694fea9b94801e36dc5098	0deb79115e93ab7702300fb9d7208aba314f269444b0f08ba9d540cdeeace85f
\.


--
-- Data for Name: letters; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.letters (account_id, id, kind, match_id, version, data, state, attempts, due_at, claimed_by, error, created_at, sent_at) FROM stdin;
01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	account:01a1ff84-ba71-7389-9f50-9113a37ce796:01a1ff84-ba6b-7299-831d-8e3c8eb45bb1:confirm_address	confirm_address	\N	\N	{}	sent	1	2026-11-21 19:15:51.00601	31525-09a09ba3fa81	\N	2026-11-21 19:10:50.993603	2026-11-21 19:10:51.102718
01a1ff84-baf9-7151-8375-c1c8b44d5ba0	account:01a1ff84-bafb-7791-b772-63cff2c7f1d3:01a1ff84-baf9-7151-8375-c1c8b44d5ba0:confirm_address	confirm_address	\N	\N	{}	sent	1	2026-11-21 19:15:51.136401	31525-09a09ba3fa81	\N	2026-11-21 19:10:51.131768	2026-11-21 19:10:51.182631
01a1ff84-bb3a-721c-937c-3b9886d1a3b5	account:01a1ff84-bb3b-7048-aabc-0c04cefd1cf5:01a1ff84-bb3a-721c-937c-3b9886d1a3b5:confirm_address	confirm_address	\N	\N	{}	sent	1	2026-11-21 19:15:51.19615	31525-09a09ba3fa81	\N	2026-11-21 19:10:51.195031	2026-11-21 19:10:51.241755
01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	01a1ff84-bb9a-7bbf-8f1e-75220be68051:8:01a1ff84-ba6b-7299-831d-8e3c8eb45bb1:match_started	match_started	01a1ff84-bb9a-7bbf-8f1e-75220be68051	8	{}	sent	1	2026-11-21 19:15:51.313857	31525-09a09ba3fa81	\N	2026-11-21 19:10:51.310846	2026-11-21 19:10:51.358694
01a1ff84-baf9-7151-8375-c1c8b44d5ba0	01a1ff84-bb9a-7bbf-8f1e-75220be68051:16:01a1ff84-baf9-7151-8375-c1c8b44d5ba0:your_turn	your_turn	01a1ff84-bb9a-7bbf-8f1e-75220be68051	16	{}	withdrawn	1	2026-11-21 19:15:51.361945	31525-09a09ba3fa81	the turn is played already	2026-11-21 19:10:51.348441	\N
01a1ff84-baf9-7151-8375-c1c8b44d5ba0	01a1ff84-bb9a-7bbf-8f1e-75220be68051:8:01a1ff84-baf9-7151-8375-c1c8b44d5ba0:match_started	match_started	01a1ff84-bb9a-7bbf-8f1e-75220be68051	8	{}	sent	1	2026-11-21 19:15:51.360779	31525-09a09ba3fa81	\N	2026-11-21 19:10:51.310846	2026-11-21 19:10:51.429265
01a1ff84-baf9-7151-8375-c1c8b44d5ba0	01a1ff84-bf5e-7fa1-9eb5-b8c2fa6b9441:5:01a1ff84-baf9-7151-8375-c1c8b44d5ba0:match_started	match_started	01a1ff84-bf5e-7fa1-9eb5-b8c2fa6b9441	5	{}	sent	1	2026-11-21 19:15:52.320735	31525-09a09ba3fa81	\N	2026-11-21 19:10:52.298797	2026-11-21 19:10:52.413
01a1ff84-bb3a-721c-937c-3b9886d1a3b5	01a1ff84-bb9a-7bbf-8f1e-75220be68051:12:01a1ff84-bb3a-721c-937c-3b9886d1a3b5:your_turn	your_turn	01a1ff84-bb9a-7bbf-8f1e-75220be68051	12	{}	sent	1	2026-11-21 19:15:51.333748	31525-09a09ba3fa81	\N	2026-11-21 19:10:51.329923	2026-11-21 19:10:52.499866
01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	01a1ff84-bf5e-7fa1-9eb5-b8c2fa6b9441:5:01a1ff84-ba6b-7299-831d-8e3c8eb45bb1:match_started	match_started	01a1ff84-bf5e-7fa1-9eb5-b8c2fa6b9441	5	{}	sent	1	2026-11-21 19:15:52.485918	31525-09a09ba3fa81	\N	2026-11-21 19:10:52.298797	2026-11-21 19:10:52.566256
01a1ff84-baf9-7151-8375-c1c8b44d5ba0	01a1ff84-bb9a-7bbf-8f1e-75220be68051:30:01a1ff84-baf9-7151-8375-c1c8b44d5ba0:your_turn	your_turn	01a1ff84-bb9a-7bbf-8f1e-75220be68051	30	{}	sent	1	2026-11-21 19:15:51.404252	31525-09a09ba3fa81	\N	2026-11-21 19:10:51.394085	2026-11-21 19:10:52.874177
01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	01a1ff84-c1ae-72ad-af43-b1acfe38f16b:4:01a1ff84-ba6b-7299-831d-8e3c8eb45bb1:match_started	match_started	01a1ff84-c1ae-72ad-af43-b1acfe38f16b	4	{}	sent	1	2026-11-21 19:15:52.967425	31525-09a09ba3fa81	\N	2026-11-21 19:10:52.942774	2026-11-21 19:10:53.034597
01a1ff84-baf9-7151-8375-c1c8b44d5ba0	01a1ff84-bf5e-7fa1-9eb5-b8c2fa6b9441:9:01a1ff84-baf9-7151-8375-c1c8b44d5ba0:your_turn	your_turn	01a1ff84-bf5e-7fa1-9eb5-b8c2fa6b9441	9	{}	sent	1	2026-11-21 19:15:52.51047	31525-09a09ba3fa81	\N	2026-11-21 19:10:52.502383	2026-11-21 19:10:53.040858
01a1ff84-bb3a-721c-937c-3b9886d1a3b5	01a1ff84-bf5e-7fa1-9eb5-b8c2fa6b9441:13:01a1ff84-bb3a-721c-937c-3b9886d1a3b5:your_turn	your_turn	01a1ff84-bf5e-7fa1-9eb5-b8c2fa6b9441	13	{}	sent	1	2026-11-21 19:15:52.546808	31525-09a09ba3fa81	\N	2026-11-21 19:10:52.544427	2026-11-21 19:10:53.123371
01a1ff84-bb3a-721c-937c-3b9886d1a3b5	01a1ff84-bb9a-7bbf-8f1e-75220be68051:41:01a1ff84-bb3a-721c-937c-3b9886d1a3b5:your_turn	your_turn	01a1ff84-bb9a-7bbf-8f1e-75220be68051	41	{}	sent	1	2026-11-21 19:15:51.916366	31525-09a09ba3fa81	\N	2026-11-21 19:10:51.90901	2026-11-21 19:10:53.275759
01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	01a1ff84-c1ae-72ad-af43-b1acfe38f16b:8:01a1ff84-ba6b-7299-831d-8e3c8eb45bb1:your_turn	your_turn	01a1ff84-c1ae-72ad-af43-b1acfe38f16b	8	{}	sent	1	2026-11-21 19:15:53.105658	31525-09a09ba3fa81	\N	2026-11-21 19:10:53.090879	2026-11-21 19:10:54.101787
01a1ff84-baf9-7151-8375-c1c8b44d5ba0	01a1ff84-c1ae-72ad-af43-b1acfe38f16b:22:01a1ff84-baf9-7151-8375-c1c8b44d5ba0:your_turn	your_turn	01a1ff84-c1ae-72ad-af43-b1acfe38f16b	22	{}	sent	1	2026-11-21 19:15:53.234913	31525-09a09ba3fa81	\N	2026-11-21 19:10:53.22644	2026-11-21 19:10:54.353393
01a1ff84-baf9-7151-8375-c1c8b44d5ba0	01a1ff84-c749-7a41-9598-bbaac1e1731b:8:01a1ff84-baf9-7151-8375-c1c8b44d5ba0:match_started	match_started	01a1ff84-c749-7a41-9598-bbaac1e1731b	8	{}	sent	1	2026-11-21 19:15:54.386684	31525-09a09ba3fa81	\N	2026-11-21 19:10:54.364422	2026-11-21 19:10:54.471219
01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	01a1ff84-c749-7a41-9598-bbaac1e1731b:9:01a1ff84-ba6b-7299-831d-8e3c8eb45bb1:your_turn	your_turn	01a1ff84-c749-7a41-9598-bbaac1e1731b	9	{}	withdrawn	1	2026-11-21 19:15:54.472697	31525-09a09ba3fa81	the turn is played already	2026-11-21 19:10:54.419164	\N
01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	01a1ff84-c749-7a41-9598-bbaac1e1731b:8:01a1ff84-ba6b-7299-831d-8e3c8eb45bb1:match_started	match_started	01a1ff84-c749-7a41-9598-bbaac1e1731b	8	{}	sent	1	2026-11-21 19:15:54.42634	31525-09a09ba3fa81	\N	2026-11-21 19:10:54.364422	2026-11-21 19:10:54.483062
01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	01a1ff84-c1ae-72ad-af43-b1acfe38f16b:34:01a1ff84-ba6b-7299-831d-8e3c8eb45bb1:your_turn	your_turn	01a1ff84-c1ae-72ad-af43-b1acfe38f16b	34	{}	sent	1	2026-11-21 19:15:53.696937	31525-09a09ba3fa81	\N	2026-11-21 19:10:53.693609	2026-11-21 19:10:54.487954
01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	01a1ff84-bf5e-7fa1-9eb5-b8c2fa6b9441:28:01a1ff84-ba6b-7299-831d-8e3c8eb45bb1:your_turn	your_turn	01a1ff84-bf5e-7fa1-9eb5-b8c2fa6b9441	28	{}	sent	1	2026-11-21 19:15:52.775225	31525-09a09ba3fa81	\N	2026-11-21 19:10:52.755154	2026-11-21 19:10:54.630512
01a1ff84-baf9-7151-8375-c1c8b44d5ba0	01a1ff84-c749-7a41-9598-bbaac1e1731b:11:01a1ff84-baf9-7151-8375-c1c8b44d5ba0:your_turn	your_turn	01a1ff84-c749-7a41-9598-bbaac1e1731b	11	{}	sent	1	2026-11-21 19:15:54.457591	31525-09a09ba3fa81	\N	2026-11-21 19:10:54.452275	2026-11-21 19:10:54.939229
01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	01a1ff84-c1ae-72ad-af43-b1acfe38f16b:39:01a1ff84-ba6b-7299-831d-8e3c8eb45bb1:match_ended	match_ended	01a1ff84-c1ae-72ad-af43-b1acfe38f16b	39	{}	sent	1	2026-11-21 19:15:54.020244	31525-09a09ba3fa81	\N	2026-11-21 19:10:54.014542	2026-11-21 19:10:55.000275
01a1ff84-baf9-7151-8375-c1c8b44d5ba0	01a1ff84-c749-7a41-9598-bbaac1e1731b:22:01a1ff84-baf9-7151-8375-c1c8b44d5ba0:your_turn	your_turn	01a1ff84-c749-7a41-9598-bbaac1e1731b	22	{}	sent	1	2026-11-21 19:15:54.638615	31525-09a09ba3fa81	\N	2026-11-21 19:10:54.546376	2026-11-21 19:10:55.022534
01a1ff84-baf9-7151-8375-c1c8b44d5ba0	01a1ff84-ca29-7c68-a263-61a4078cfa3e:5:01a1ff84-baf9-7151-8375-c1c8b44d5ba0:match_started	match_started	01a1ff84-ca29-7c68-a263-61a4078cfa3e	5	{}	sent	1	2026-11-21 19:15:55.043613	31525-09a09ba3fa81	\N	2026-11-21 19:10:55.039469	2026-11-21 19:10:55.090464
01a1ff84-bb3a-721c-937c-3b9886d1a3b5	01a1ff84-c749-7a41-9598-bbaac1e1731b:25:01a1ff84-bb3a-721c-937c-3b9886d1a3b5:your_turn	your_turn	01a1ff84-c749-7a41-9598-bbaac1e1731b	25	{}	sent	1	2026-11-21 19:15:54.907308	31525-09a09ba3fa81	\N	2026-11-21 19:10:54.859654	2026-11-21 19:10:55.359007
01a1ff84-bb3a-721c-937c-3b9886d1a3b5	01a1ff84-ca29-7c68-a263-61a4078cfa3e:6:01a1ff84-bb3a-721c-937c-3b9886d1a3b5:your_turn	your_turn	01a1ff84-ca29-7c68-a263-61a4078cfa3e	6	{}	withdrawn	1	2026-11-21 19:15:55.105308	31525-09a09ba3fa81	the turn is played already	2026-11-21 19:10:55.050895	\N
01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	01a1ff84-ca29-7c68-a263-61a4078cfa3e:5:01a1ff84-ba6b-7299-831d-8e3c8eb45bb1:match_started	match_started	01a1ff84-ca29-7c68-a263-61a4078cfa3e	5	{}	sent	1	2026-11-21 19:15:55.059784	31525-09a09ba3fa81	\N	2026-11-21 19:10:55.039469	2026-11-21 19:10:55.122598
01a1ff84-bb3a-721c-937c-3b9886d1a3b5	01a1ff84-ca29-7c68-a263-61a4078cfa3e:10:01a1ff84-bb3a-721c-937c-3b9886d1a3b5:your_turn	your_turn	01a1ff84-ca29-7c68-a263-61a4078cfa3e	10	{}	withdrawn	1	2026-11-21 19:15:55.151645	31525-09a09ba3fa81	the turn is played already	2026-11-21 19:10:55.136004	\N
01a1ff84-baf9-7151-8375-c1c8b44d5ba0	01a1ff84-ca29-7c68-a263-61a4078cfa3e:7:01a1ff84-baf9-7151-8375-c1c8b44d5ba0:your_turn	your_turn	01a1ff84-ca29-7c68-a263-61a4078cfa3e	7	{}	sent	1	2026-11-21 19:15:55.087433	31525-09a09ba3fa81	\N	2026-11-21 19:10:55.08416	2026-11-21 19:10:55.334678
01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	01a1ff84-cbcd-7c1f-b2fe-ba28c5be6850:4:01a1ff84-ba6b-7299-831d-8e3c8eb45bb1:match_started	match_started	01a1ff84-cbcd-7c1f-b2fe-ba28c5be6850	4	{}	sent	1	2026-11-21 19:15:55.455781	31525-09a09ba3fa81	\N	2026-11-21 19:10:55.45027	2026-11-21 19:10:55.578471
01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	01a1ff84-cbcd-7c1f-b2fe-ba28c5be6850:14:01a1ff84-ba6b-7299-831d-8e3c8eb45bb1:your_turn	your_turn	01a1ff84-cbcd-7c1f-b2fe-ba28c5be6850	14	{}	claimed	1	2026-11-21 19:15:55.623497	31525-09a09ba3fa81	\N	2026-11-21 19:10:55.615239	\N
01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	01a1ff84-ca29-7c68-a263-61a4078cfa3e:11:01a1ff84-ba6b-7299-831d-8e3c8eb45bb1:your_turn	your_turn	01a1ff84-ca29-7c68-a263-61a4078cfa3e	11	{}	sent	1	2026-11-21 19:15:55.265867	31525-09a09ba3fa81	\N	2026-11-21 19:10:55.159893	2026-11-21 19:10:55.655512
01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	01a1ff84-cbcd-7c1f-b2fe-ba28c5be6850:5:01a1ff84-ba6b-7299-831d-8e3c8eb45bb1:your_turn	your_turn	01a1ff84-cbcd-7c1f-b2fe-ba28c5be6850	5	{}	withdrawn	1	2026-11-21 19:15:55.521705	31525-09a09ba3fa81	the turn is played already	2026-11-21 19:10:55.474914	\N
01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	01a1ff84-cbcd-7c1f-b2fe-ba28c5be6850:23:01a1ff84-ba6b-7299-831d-8e3c8eb45bb1:match_ended	match_ended	01a1ff84-cbcd-7c1f-b2fe-ba28c5be6850	23	{}	claimed	1	2026-11-21 19:15:55.773004	31525-09a09ba3fa81	\N	2026-11-21 19:10:55.770224	\N
01a1ff84-baf9-7151-8375-c1c8b44d5ba0	01a1ff84-cbcd-7c1f-b2fe-ba28c5be6850:8:01a1ff84-baf9-7151-8375-c1c8b44d5ba0:your_turn	your_turn	01a1ff84-cbcd-7c1f-b2fe-ba28c5be6850	8	{}	sent	1	2026-11-21 19:15:55.535213	31525-09a09ba3fa81	\N	2026-11-21 19:10:55.511462	2026-11-21 19:10:55.838606
\.


--
-- Data for Name: match_secrets; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.match_secrets (match_id, seed, invitation) FROM stdin;
01a1ff84-bb75-7589-bd40-4700903d9d1f	9f4b0002a999fcf63a8466cc083f39e4d18e4d45ebefb5660896a386385b0630	b4e34b1810472fc97f1743f3
01a1ff84-bb8d-7e59-946a-35f0e922ec0b	066ec5d4435e7a426eb7d83218258b1f2064b6e3cf4f9b85ec7fcd25ced75324	f6644419ee79a78540fa7ea4
01a1ff84-bb9a-7bbf-8f1e-75220be68051	4b292adf7b9ff811a6fe043016d76f08fad297c1abe6e567001d9b61a5a9be2d	22a8b4b9183437812a1668b8
01a1ff84-bf5e-7fa1-9eb5-b8c2fa6b9441	38f12a468020740d55177f8c59730800334a2338d86f9055282f871f2d9f5807	bc7b4ad2c7cdada227980327
01a1ff84-c1ae-72ad-af43-b1acfe38f16b	01802ffee44f69b74bd89fa72b5969d54fde8fdeeface5b7f0aad72b9ae0bd1e	be521bf84a1ff07ff877e4ca
01a1ff84-c6be-7b5a-890d-265b4f67505a	e0e1204f3b3098ea804a7edb94a8e1cdf138a1090c4d1b0c96f80f80d4aec726	b69838a33724784e84028d12
01a1ff84-c6e1-7e78-8beb-8f0c72eb2168	8199ec2e5dfc76db4b6f7ec15c5896e957271a789c6ec0efb6985d8bd4b2931e	5774ac3fae74390c6df979fd
01a1ff84-c726-7bad-be6a-68a29c362591	e3720e07efd90b7587b66bd8a63bc8702d319252ebda7ab55331542762fd50a8	45f24a4a35a696c5a4d1587b
01a1ff84-c749-7a41-9598-bbaac1e1731b	8f5bc173a2f7dc3c90eb0e91c690ce7b6f963837016d998fdb77fd2339087649	4e0a24035ed3591d27ef2bd0
01a1ff84-ca29-7c68-a263-61a4078cfa3e	d8abd796476211217ba9ba5c256abf21a6de239a7543b5af123bca38cd51312d	178216f9620bd519d869dec0
01a1ff84-cbcd-7c1f-b2fe-ba28c5be6850	6d3af152a6c0e4dfebd789c9d8d2c01fdf420042c7c52eb64dbcc43050997d60	09dfe402fc3ba4ffea01480d
01a1ff84-cd2f-784b-84db-c734fd068296	748e24b31707410c175b90cc1d58d517c8f83359852579dec9f0de42a5605a4f	dbed9dcc97ceed6da37a367f
\.


--
-- Data for Name: matches; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.matches (id, game, title, visibility, status, seats, config, host_id, version, hash, opened_at, started_at, ended_at, changed_at) FROM stdin;
01a1ff84-bb75-7589-bd40-4700903d9d1f	bora-bora	bora-bora: come and join	public	open	4	{"orange_tiles":false}	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	5	c1a1e6b8919b17d4beb1877c8778622306e92d5fe6406d6078c5667e06ebdd7f	2026-11-21 19:10:51.254629	\N	\N	2026-11-21 19:10:51.274475
01a1ff84-bb8d-7e59-946a-35f0e922ec0b	bora-bora	bora-bora: among us	private	open	3	{"orange_tiles":false}	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	3	82e2648eda5fe5de291ac4a4f40df243b30ec4d82489a5fc36622d8719ac68ce	2026-11-21 19:10:51.278572	\N	\N	2026-11-21 19:10:51.285557
01a1ff84-c1ae-72ad-af43-b1acfe38f16b	bora-bora	bora-bora: given up	public	ended	2	{"orange_tiles":false}	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	39	9ecae0aa560045d5a72fa83393937f053a35d8f84ff286ff52f519bba08cf8d2	2026-11-21 19:10:52.847282	2026-11-21 19:10:52.942774	2026-11-21 19:10:54.014542	2026-11-21 19:10:54.014542
01a1ff84-c6be-7b5a-890d-265b4f67505a	bora-bora	bora-bora: never begun	public	cancelled	2	{"orange_tiles":false}	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	4	e2203073f878312408c36d2a07f183e8017c42347c1532dd53ee7495df85b68b	2026-11-21 19:10:54.146862	\N	2026-11-21 19:10:54.172315	2026-11-21 19:10:54.172315
01a1ff84-bf5e-7fa1-9eb5-b8c2fa6b9441	bora-bora	bora-bora: given up by one	public	running	3	{"orange_tiles":false}	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	31	2746d6bc5e3852d5c522ea22e6addf837faa4cc1867de08223f93f29dd15d0c4	2026-11-21 19:10:52.271862	2026-11-21 19:10:52.298797	\N	2026-11-21 19:10:52.812202
01a1ff84-c6e1-7e78-8beb-8f0c72eb2168	great-zimbabwe	great-zimbabwe: come and join	public	open	4	{"first_play":false,"gods":null}	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	5	684f274d5b80b9327693f65936857ee8a47bd15562e51e06155b367c1df6c87f	2026-11-21 19:10:54.186869	\N	\N	2026-11-21 19:10:54.241738
01a1ff84-c726-7bad-be6a-68a29c362591	great-zimbabwe	great-zimbabwe: among us	private	open	3	{"first_play":false,"gods":null}	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	3	d877c2b9ff10275afc45acbbe83c9b45c5db695fb1c3851f9083e38a86095a31	2026-11-21 19:10:54.253259	\N	\N	2026-11-21 19:10:54.273092
01a1ff84-bb9a-7bbf-8f1e-75220be68051	bora-bora	bora-bora: midway	public	running	4	{"orange_tiles":false}	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	44	efecb768a1da0a5284d34d1217d98812e0772763fad17f8a6b49e01fbbd5d870	2026-11-21 19:10:51.29061	2026-11-21 19:10:51.310846	\N	2026-11-21 19:10:52.203598
01a1ff84-ca29-7c68-a263-61a4078cfa3e	great-zimbabwe	great-zimbabwe: given up by one	public	running	3	{"first_play":false,"gods":null}	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	18	3ed28e399df32eb6b1219d8a2914a33974e0b6e509685e1e6f3bb651d6fe1a50	2026-11-21 19:10:55.018068	2026-11-21 19:10:55.039469	\N	2026-11-21 19:10:55.344945
01a1ff84-c749-7a41-9598-bbaac1e1731b	great-zimbabwe	great-zimbabwe: midway	public	running	4	{"first_play":false,"gods":null}	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	27	5b1113f63c654d291dee927bd367544d42f8aa59f5051c8d5fda96242228bc82	2026-11-21 19:10:54.284301	2026-11-21 19:10:54.364422	\N	2026-11-21 19:10:55.00681
01a1ff84-cbcd-7c1f-b2fe-ba28c5be6850	great-zimbabwe	great-zimbabwe: given up	public	ended	2	{"first_play":false,"gods":null}	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	23	6100d4ed6a824fc53353f55c89c4ab21ad3c924bdae107e5fbe3eabaf8313a60	2026-11-21 19:10:55.44306	2026-11-21 19:10:55.45027	2026-11-21 19:10:55.770224	2026-11-21 19:10:55.770224
01a1ff84-cd2f-784b-84db-c734fd068296	great-zimbabwe	great-zimbabwe: never begun	public	cancelled	2	{"first_play":false,"gods":null}	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	4	22ffbae431f3db52af3c404101447cc6bcbc1548b538c5d9da89e4a32fdb9749	2026-11-21 19:10:55.795082	\N	2026-11-21 19:10:55.846455	2026-11-21 19:10:55.846455
\.


--
-- Data for Name: refresh_tokens; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.refresh_tokens (account_id, token_hash, session_id, issued_at, used_at) FROM stdin;
01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	c9c234495380bd0b1f6b51ea1b8678a6a9d3f6c374bf34685e2d194ac0e297ef	01a1ff84-baf1-7262-93fe-8414331da85e	2026-11-21 19:10:51.121723	\N
01a1ff84-baf9-7151-8375-c1c8b44d5ba0	1b9a36be035544c47857d1b0b0ab3e47e07de897e7051d9fae770f83cb929def	01a1ff84-bb37-72af-8a9f-afa5056bb2c6	2026-11-21 19:10:51.191577	\N
01a1ff84-bb3a-721c-937c-3b9886d1a3b5	4b474270eff50de37c17fef202541f11e22031c5dacd483c3b07cd071ca19c16	01a1ff84-bb72-712c-9860-a987d2caccd9	2026-11-21 19:10:51.250557	\N
\.


--
-- Data for Name: sealed; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.sealed (match_id, digest, account_id, salt, handle) FROM stdin;
01a1ff84-bb75-7589-bd40-4700903d9d1f	062daba8f1132f67a75ef32263fe639057bb3754973d418cadd1b44398a36113	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	04c5ac326bba0c5b0b860a2775af0cc1	anna
01a1ff84-bb75-7589-bd40-4700903d9d1f	a491b7fdc1e16b0c480f78da8d3a2eb3e3821c1c3c5e05fb7b0f0ce2d07271bc	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	518707d72bceee58b499d4cba04e2b71	ben
01a1ff84-bb75-7589-bd40-4700903d9d1f	1d4ac577ae6ab0f456c3e9b40c08b2fad13c2da6fc625d583e6c18129406cbd1	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	d7d6b43ca5ab645c986ad8afee43ce8c	ben
01a1ff84-bb8d-7e59-946a-35f0e922ec0b	14c847af4e4d687560529a9a325d736f8cad82c23a08d70969bc9411d81a8b2c	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	6c40feec1bfb6979e9e6b9c55bd3d54b	anna
01a1ff84-bb8d-7e59-946a-35f0e922ec0b	19c5483bbe89a4f4e0b18d16abfc9cc75450e90f2eeffd8eb634c395f5e3dda7	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	f51b8221b2d0df9faa5682667fddec2f	ben
01a1ff84-bb9a-7bbf-8f1e-75220be68051	93f8194c8bb1ba4db221102ac6fbab6d7494b0dc1c6fb70c32034f0f1b081c28	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	b631c01c13aa0db4b7ed13fe02ceb568	anna
01a1ff84-bb9a-7bbf-8f1e-75220be68051	317ea0ae9f13b9f81d497838e4afb2468b36f428c1068fcad621038f5f6a1aed	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	061dd6dc7ec3b8e67de630b9236372e2	ben
01a1ff84-bb9a-7bbf-8f1e-75220be68051	4ec5cdd3331f2c1aebec912da228a2a09b57b606c0af857aaf3e832d2f99029d	01a1ff84-bb3a-721c-937c-3b9886d1a3b5	c5d4acd31c7fbfb512922dab6cca3ccf	cleo
01a1ff84-bf5e-7fa1-9eb5-b8c2fa6b9441	5310a37677432baf28cbd5772e98d35b87e29bc0b424b18d97bcf84eb1264f3e	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	35f8cd3253b0aa1e1f030e16921ffa43	anna
01a1ff84-bf5e-7fa1-9eb5-b8c2fa6b9441	48162c1af6cf9f9ab65b40b5a53ad2b354c98040e802f992bf082b12c2f40f0d	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	57c58112682442d72c32024ffbd7abb1	ben
01a1ff84-bf5e-7fa1-9eb5-b8c2fa6b9441	6577ecf3ec0e6e508393a53bcfb2dee0682b4c7a289c595b7fdb31e532b4740e	01a1ff84-bb3a-721c-937c-3b9886d1a3b5	2653311ab1ef271e633d9461d93a3ecd	cleo
01a1ff84-c1ae-72ad-af43-b1acfe38f16b	0f909b5fc827bddab29ebcb23fcc7509913560ced3112b8a63b78d0571d3cc73	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	30e76b469cb46e6b9e86534a1a35a709	anna
01a1ff84-c1ae-72ad-af43-b1acfe38f16b	f4562f0b39f26c14f848d117a5919a7f99771e249bfa69b0bdb74878e11e8c58	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	ab70b394cd190045adec1c40e9cb89b0	ben
01a1ff84-c6be-7b5a-890d-265b4f67505a	09ba756c9cb26e507adc172b7d2e61f3f68526b73953e614855a6f443f7bca41	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	d7d1bfb775817526a2edb31977ac177d	anna
01a1ff84-c6e1-7e78-8beb-8f0c72eb2168	1b610bc2fccb2ac2e414c4a63f9c1784fe1fe3b10d83b8b5068b9626293847a6	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	f9563aaa89de2c277c0a370bb7087464	anna
01a1ff84-c6e1-7e78-8beb-8f0c72eb2168	b0e13a42e64c7c6a09538a0429fca32357f9c0ba129ae22515e951d7109a09cd	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	398e99dd12cfa8dd3dab2ef51e99e3ad	ben
01a1ff84-c6e1-7e78-8beb-8f0c72eb2168	06bbc63ad22611a21da972bdc5d6745154097ae4e915f52dd59f11fa5f454815	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	da6a9628803d1810ca7154acb5db7b83	ben
01a1ff84-c726-7bad-be6a-68a29c362591	dc0106c6627dbd069e743df8284f25c6b4b26828986f5c061b8020afc85a11ad	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	626eb8aea26a5ffcadee37616bdc1a2b	anna
01a1ff84-c726-7bad-be6a-68a29c362591	38982edd07f297a49f5dbc3a7fc25c8bc1c975146c2af86c487c45d546e9c6e2	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	faec24d5dfc3325d8a7d571926d7dfe8	ben
01a1ff84-c749-7a41-9598-bbaac1e1731b	274d85c61bc8da39d1c0fa11398d1494401858b44e581ede07347224d66e8d3b	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	f8f8aa5f4dc7859e8066b637e7108717	anna
01a1ff84-c749-7a41-9598-bbaac1e1731b	fb50745abb98597f2edc4a1b50201062dbc9ebcda7c26abb10d792ea86fc394b	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	544099f32bfe7264d7c0693999260865	ben
01a1ff84-c749-7a41-9598-bbaac1e1731b	1162ca345ef66bbc604c502a9b2d676374a62879c62e4de1397a8393e084fd42	01a1ff84-bb3a-721c-937c-3b9886d1a3b5	1f65e3b8140ef9d6f9c03589e7d89f50	cleo
01a1ff84-ca29-7c68-a263-61a4078cfa3e	3a52c3fd7e3d16976cca2a5c12f30b319c17eb11502ccc09480426788a87905a	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	93acca55f31d026f71e8c819085ec825	anna
01a1ff84-ca29-7c68-a263-61a4078cfa3e	56472e64a8f5f8d7192336b2b0ba873578784f099f61e2ee728a1eafaf66d201	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	a0c9cb7ed82c65e16415d7beb3a6b8bd	ben
01a1ff84-ca29-7c68-a263-61a4078cfa3e	92973da3647b225108d04c85b6a2ac07da5a6dd05a0e5fc7f7bf359f73f27697	01a1ff84-bb3a-721c-937c-3b9886d1a3b5	64f5979c7aea46ad1b8a412345bdcf38	cleo
01a1ff84-cbcd-7c1f-b2fe-ba28c5be6850	77e837069ffe5aea8012e2d121366c15cdde5d97af640708f4c4dde99ccef904	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	bc96c5f2d4ab26801c04820a1b1e9f2b	anna
01a1ff84-cbcd-7c1f-b2fe-ba28c5be6850	5753ea8bb71d9c392617eb3cad8d32bc71ab576f2bc4fcf064edaa9dc52145f1	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	f0fcc4befc1ac34e933b7b0d937a9f12	ben
01a1ff84-cd2f-784b-84db-c734fd068296	8595948bea78891864e0b65d29bfcac71ab2564c26a77bc6aa678cd2818292b2	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	076732f900c9a531f056e24e66492c0e	anna
\.


--
-- Data for Name: seats; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.seats (match_id, seat, account_id, awaited_since, resigned, place, points) FROM stdin;
01a1ff84-bb75-7589-bd40-4700903d9d1f	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	\N	f	\N	\N
01a1ff84-bb75-7589-bd40-4700903d9d1f	1	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	\N	f	\N	\N
01a1ff84-bb8d-7e59-946a-35f0e922ec0b	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	\N	f	\N	\N
01a1ff84-bb8d-7e59-946a-35f0e922ec0b	1	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	\N	f	\N	\N
01a1ff84-bb9a-7bbf-8f1e-75220be68051	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	\N	f	\N	\N
01a1ff84-c749-7a41-9598-bbaac1e1731b	1	robot:sensible:1	\N	f	\N	\N
01a1ff84-c749-7a41-9598-bbaac1e1731b	2	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	\N	f	\N	\N
01a1ff84-c749-7a41-9598-bbaac1e1731b	3	01a1ff84-bb3a-721c-937c-3b9886d1a3b5	2026-11-21 19:10:54.859654	f	\N	\N
01a1ff84-bb9a-7bbf-8f1e-75220be68051	1	robot:sensible:1	\N	f	\N	\N
01a1ff84-bb9a-7bbf-8f1e-75220be68051	2	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	\N	f	\N	\N
01a1ff84-bb9a-7bbf-8f1e-75220be68051	3	01a1ff84-bb3a-721c-937c-3b9886d1a3b5	2026-11-21 19:10:51.90901	f	\N	\N
01a1ff84-bf5e-7fa1-9eb5-b8c2fa6b9441	2	01a1ff84-bb3a-721c-937c-3b9886d1a3b5	\N	f	\N	\N
01a1ff84-bf5e-7fa1-9eb5-b8c2fa6b9441	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	2026-11-21 19:10:52.755154	f	\N	\N
01a1ff84-bf5e-7fa1-9eb5-b8c2fa6b9441	1	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	\N	t	\N	\N
01a1ff84-ca29-7c68-a263-61a4078cfa3e	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	2026-11-21 19:10:55.159893	f	\N	\N
01a1ff84-ca29-7c68-a263-61a4078cfa3e	2	01a1ff84-bb3a-721c-937c-3b9886d1a3b5	\N	f	\N	\N
01a1ff84-ca29-7c68-a263-61a4078cfa3e	1	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	\N	t	\N	\N
01a1ff84-c1ae-72ad-af43-b1acfe38f16b	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	\N	f	1	1
01a1ff84-c1ae-72ad-af43-b1acfe38f16b	1	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	\N	t	2	1
01a1ff84-c6e1-7e78-8beb-8f0c72eb2168	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	\N	f	\N	\N
01a1ff84-c6e1-7e78-8beb-8f0c72eb2168	1	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	\N	f	\N	\N
01a1ff84-c726-7bad-be6a-68a29c362591	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	\N	f	\N	\N
01a1ff84-c726-7bad-be6a-68a29c362591	1	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	\N	f	\N	\N
01a1ff84-c749-7a41-9598-bbaac1e1731b	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	\N	f	\N	\N
01a1ff84-cbcd-7c1f-b2fe-ba28c5be6850	0	01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	\N	f	1	2
01a1ff84-cbcd-7c1f-b2fe-ba28c5be6850	1	01a1ff84-baf9-7151-8375-c1c8b44d5ba0	\N	t	2	2
\.


--
-- Data for Name: sessions; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.sessions (account_id, id, created_at, expires_at, ended_at) FROM stdin;
01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	01a1ff84-baf1-7262-93fe-8414331da85e	2026-11-21 19:10:51.121723	2027-01-20 19:10:51.121723	\N
01a1ff84-baf9-7151-8375-c1c8b44d5ba0	01a1ff84-bb37-72af-8a9f-afa5056bb2c6	2026-11-21 19:10:51.191577	2027-01-20 19:10:51.191577	\N
01a1ff84-bb3a-721c-937c-3b9886d1a3b5	01a1ff84-bb72-712c-9860-a987d2caccd9	2026-11-21 19:10:51.250557	2027-01-20 19:10:51.250557	\N
\.


--
-- Data for Name: signing_keys; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.signing_keys (ordinal, public_key, pkcs8, made_at) FROM stdin;
1	8c5459d147251a33f4102423afdab86b88f196cceb4bdb9d32b2fae626fee510	3051020101300506032b6570042204207b935ede478cb813f34b61bbf082c04df3399da38a801854c21febc781bbe2dc8121008c5459d147251a33f4102423afdab86b88f196cceb4bdb9d32b2fae626fee510	2026-11-21 19:10:50.899414
\.


--
-- Data for Name: tickets; Type: TABLE DATA; Schema: public; Owner: -
--

COPY public.tickets (account_id, token_hash, purpose, email, created_at, expires_at, used_at) FROM stdin;
01a1ff84-ba6b-7299-831d-8e3c8eb45bb1	9a3e0386fbd3a671e4eaab948a9b7382933747c74b843e32e08bc402b670b16f	confirm	anna@example.org	2026-11-21 19:10:51.007662	2026-11-22 19:10:51.007662	2026-11-21 19:10:51.110601
01a1ff84-baf9-7151-8375-c1c8b44d5ba0	791d8f93150320ccea1574b1125f6e5ebd0975a03d343221b6ea24bdd3938c2e	confirm	ben@example.org	2026-11-21 19:10:51.137509	2026-11-22 19:10:51.137509	2026-11-21 19:10:51.186456
01a1ff84-bb3a-721c-937c-3b9886d1a3b5	67f143a157ef207cae0284a86e3546003eff44609c3aaefe9cbfc1c947b83e35	confirm	cleo@example.org	2026-11-21 19:10:51.197121	2026-11-22 19:10:51.197121	2026-11-21 19:10:51.247711
\.


--
-- Name: __diesel_schema_migrations __diesel_schema_migrations_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.__diesel_schema_migrations
    ADD CONSTRAINT __diesel_schema_migrations_pkey PRIMARY KEY (version);


--
-- Name: accounts accounts_email_key_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_email_key_key UNIQUE (email_key);


--
-- Name: accounts accounts_handle_key_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_handle_key_key UNIQUE (handle_key);


--
-- Name: accounts accounts_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (id);


--
-- Name: answered answered_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.answered
    ADD CONSTRAINT answered_pkey PRIMARY KEY (account_id, idempotency_key);


--
-- Name: api_tokens api_tokens_account_id_token_hash_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.api_tokens
    ADD CONSTRAINT api_tokens_account_id_token_hash_key UNIQUE (account_id, token_hash);


--
-- Name: api_tokens api_tokens_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.api_tokens
    ADD CONSTRAINT api_tokens_pkey PRIMARY KEY (account_id, id);


--
-- Name: events events_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (match_id, version);


--
-- Name: letters letters_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.letters
    ADD CONSTRAINT letters_pkey PRIMARY KEY (account_id, id);


--
-- Name: match_secrets match_secrets_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.match_secrets
    ADD CONSTRAINT match_secrets_pkey PRIMARY KEY (match_id);


--
-- Name: matches matches_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.matches
    ADD CONSTRAINT matches_pkey PRIMARY KEY (id);


--
-- Name: refresh_tokens refresh_tokens_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.refresh_tokens
    ADD CONSTRAINT refresh_tokens_pkey PRIMARY KEY (account_id, token_hash);


--
-- Name: sealed sealed_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sealed
    ADD CONSTRAINT sealed_pkey PRIMARY KEY (match_id, digest);


--
-- Name: seats seats_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.seats
    ADD CONSTRAINT seats_pkey PRIMARY KEY (match_id, seat);


--
-- Name: sessions sessions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (account_id, id);


--
-- Name: signing_keys signing_keys_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.signing_keys
    ADD CONSTRAINT signing_keys_pkey PRIMARY KEY (ordinal);


--
-- Name: tickets tickets_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.tickets
    ADD CONSTRAINT tickets_pkey PRIMARY KEY (account_id, token_hash);


--
-- Name: letters_by_account; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX letters_by_account ON public.letters USING btree (account_id, created_at);


--
-- Name: letters_by_state; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX letters_by_state ON public.letters USING btree (state, due_at);


--
-- Name: matches_by_game; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX matches_by_game ON public.matches USING btree (game, id);


--
-- Name: matches_by_status; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX matches_by_status ON public.matches USING btree (status, id);


--
-- Name: sealed_by_account; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX sealed_by_account ON public.sealed USING btree (account_id);


--
-- Name: seats_by_account; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX seats_by_account ON public.seats USING btree (account_id, match_id);


--
-- Name: events events_are_never_changed; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER events_are_never_changed BEFORE DELETE OR UPDATE ON public.events FOR EACH ROW EXECUTE FUNCTION public.events_are_only_appended();


--
-- Name: events events_are_never_truncated; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER events_are_never_truncated BEFORE TRUNCATE ON public.events FOR EACH STATEMENT EXECUTE FUNCTION public.events_are_only_appended();


--
-- Name: api_tokens api_tokens_account_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.api_tokens
    ADD CONSTRAINT api_tokens_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);


--
-- Name: refresh_tokens refresh_tokens_account_id_session_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.refresh_tokens
    ADD CONSTRAINT refresh_tokens_account_id_session_id_fkey FOREIGN KEY (account_id, session_id) REFERENCES public.sessions(account_id, id);


--
-- Name: seats seats_match_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.seats
    ADD CONSTRAINT seats_match_id_fkey FOREIGN KEY (match_id) REFERENCES public.matches(id);


--
-- Name: sessions sessions_account_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);


--
-- Name: tickets tickets_account_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.tickets
    ADD CONSTRAINT tickets_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);


--
-- PostgreSQL database dump complete
--


