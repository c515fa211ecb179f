//! The tables as diesel sees them; `migrations/` makes them.

diesel::table! {
    accounts (id) {
        id -> Text,
        handle -> Text,
        handle_key -> Text,
        email -> Text,
        email_key -> Text,
        confirmed_at -> Nullable<Timestamp>,
        password_hash -> Text,
        muted -> Text,
        created_at -> Timestamp,
        closed_at -> Nullable<Timestamp>,
        address_key -> Text,
        password_set_at -> Nullable<Timestamp>,
        frozen_at -> Nullable<Timestamp>,
        is_bot -> Bool,
    }
}

diesel::table! {
    tickets (account_id, token_hash) {
        account_id -> Text,
        token_hash -> Text,
        purpose -> Text,
        email -> Text,
        created_at -> Timestamp,
        expires_at -> Timestamp,
        used_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    sessions (account_id, id) {
        account_id -> Text,
        id -> Text,
        created_at -> Timestamp,
        expires_at -> Timestamp,
        ended_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    refresh_tokens (account_id, token_hash) {
        account_id -> Text,
        token_hash -> Text,
        session_id -> Text,
        issued_at -> Timestamp,
        used_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    api_tokens (account_id, id) {
        account_id -> Text,
        id -> Text,
        name -> Text,
        token_hash -> Text,
        scopes -> Text,
        created_at -> Timestamp,
        last_used_at -> Nullable<Timestamp>,
        revoked_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    second_factors (account_id) {
        account_id -> Text,
        salt -> Text,
        confirmed_at -> Nullable<Timestamp>,
        last_period -> BigInt,
    }
}

diesel::table! {
    recovery_codes (account_id, code_hash) {
        account_id -> Text,
        code_hash -> Text,
    }
}

diesel::table! {
    lessons (account_id, game, lesson) {
        account_id -> Text,
        game -> Text,
        lesson -> Text,
        learned_at -> Timestamp,
    }
}

diesel::table! {
    events (match_id, version) {
        match_id -> Text,
        version -> BigInt,
        kind -> Text,
        schema_number -> Integer,
        data -> Text,
        seat -> Nullable<Integer>,
        actor -> Text,
        command -> Nullable<Text>,
        draw -> Nullable<BigInt>,
        recorded_at -> Timestamp,
        salt -> Text,
        hash -> Text,
    }
}

diesel::table! {
    matches (id) {
        id -> Text,
        game -> Text,
        title -> Text,
        visibility -> Text,
        status -> Text,
        seats -> Integer,
        config -> Text,
        host_id -> Text,
        version -> BigInt,
        hash -> Text,
        opened_at -> Timestamp,
        started_at -> Nullable<Timestamp>,
        ended_at -> Nullable<Timestamp>,
        changed_at -> Timestamp,
        projected -> BigInt,
        timing -> Nullable<Text>,
    }
}

diesel::table! {
    seats (match_id, seat) {
        match_id -> Text,
        seat -> Integer,
        account_id -> Text,
        awaited_since -> Nullable<Timestamp>,
        resigned -> Bool,
        place -> Nullable<Integer>,
        points -> Nullable<Integer>,
        due_at -> Nullable<Timestamp>,
        call_at -> Nullable<Timestamp>,
        lapse_at -> Nullable<Timestamp>,
        stand_in -> Nullable<Text>,
        plays_by_itself -> Bool,
        open_at -> Nullable<Timestamp>,
        named_id -> Nullable<Text>,
        named_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    last_calls (match_id, seat) {
        match_id -> Text,
        seat -> Integer,
        due_at -> Timestamp,
        account_id -> Text,
        letter_id -> Text,
        look_at -> Nullable<Timestamp>,
        called_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    silences (match_id) {
        match_id -> Text,
        since -> Timestamp,
        told_at -> Timestamp,
        look_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    hours (account_id) {
        account_id -> Text,
        zone -> Text,
        quiet_from -> Integer,
        days_off -> Text,
        changed_at -> Nullable<Timestamp>,
        looked_up_at -> Timestamp,
        pending -> Bool,
    }
}

diesel::table! {
    calendars (match_id, digest) {
        match_id -> Text,
        digest -> Text,
        account_id -> Text,
        salt -> Text,
        calendar -> Text,
    }
}

diesel::table! {
    match_secrets (match_id) {
        match_id -> Text,
        seed -> Text,
        invitation -> Text,
    }
}

diesel::table! {
    watching (match_id) {
        match_id -> Text,
        code -> Text,
        made_at -> Timestamp,
    }
}

diesel::table! {
    sealed (match_id, digest) {
        match_id -> Text,
        digest -> Text,
        account_id -> Text,
        salt -> Text,
        handle -> Text,
    }
}

diesel::table! {
    signing_keys (ordinal) {
        ordinal -> Integer,
        public_key -> Text,
        pkcs8 -> Text,
        made_at -> Timestamp,
    }
}

diesel::table! {
    answered (account_id, idempotency_key) {
        account_id -> Text,
        idempotency_key -> Text,
        match_id -> Text,
        fingerprint -> Text,
        from_version -> BigInt,
        to_version -> BigInt,
        recorded_at -> Timestamp,
    }
}

diesel::table! {
    letters (account_id, id) {
        account_id -> Text,
        id -> Text,
        kind -> Text,
        match_id -> Nullable<Text>,
        version -> Nullable<BigInt>,
        data -> Text,
        state -> Text,
        attempts -> Integer,
        due_at -> Timestamp,
        claimed_by -> Nullable<Text>,
        error -> Nullable<Text>,
        created_at -> Timestamp,
        sent_at -> Nullable<Timestamp>,
        mailbox -> Nullable<Text>,
    }
}

diesel::table! {
    notices (account_id, id) {
        account_id -> Text,
        id -> Text,
        kind -> Text,
        match_id -> Text,
        version -> BigInt,
        data -> Text,
        urgent -> Bool,
        happened_at -> Timestamp,
        ready_at -> Timestamp,
        state -> Text,
        reason -> Nullable<Text>,
        letter_id -> Nullable<Text>,
        ended_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    mailboxes (account_id) {
        account_id -> Text,
        rhythm -> Text,
        every -> Integer,
        hour -> Integer,
        next_at -> Nullable<Timestamp>,
        daily_at -> Nullable<Timestamp>,
        claims -> BigInt,
    }
}

diesel::table! {
    match_rhythms (account_id, match_id) {
        account_id -> Text,
        match_id -> Text,
        rhythm -> Text,
        every -> Integer,
        hour -> Integer,
    }
}

diesel::table! {
    presence (account_id, match_id) {
        account_id -> Text,
        match_id -> Text,
        seen_at -> Timestamp,
    }
}

diesel::table! {
    pulses (id) {
        id -> Integer,
        at -> Timestamp,
    }
}

diesel::table! {
    outages (from_at) {
        from_at -> Timestamp,
        to_at -> Timestamp,
    }
}

diesel::table! {
    talk_lines (match_id, number) {
        match_id -> Text,
        number -> BigInt,
        id -> Text,
        account_id -> Text,
        idempotency_key -> Text,
        version -> BigInt,
        said -> Text,
        event -> Nullable<BigInt>,
        spot -> Nullable<Text>,
        written_at -> Timestamp,
        removed_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    talk_read (account_id, match_id) {
        account_id -> Text,
        match_id -> Text,
        number -> BigInt,
    }
}

diesel::table! {
    talk_shown (match_id, account_id) {
        match_id -> Text,
        account_id -> Text,
        agreed_at -> Timestamp,
    }
}

diesel::table! {
    reports (match_id, line_id, account_id, id) {
        match_id -> Text,
        line_id -> Text,
        account_id -> Text,
        author_id -> Text,
        why -> Text,
        said -> Text,
        reported_at -> Timestamp,
        id -> Text,
        about -> Text,
        settled_at -> Nullable<Timestamp>,
        settled_by -> Nullable<Text>,
        note -> Nullable<Text>,
    }
}

diesel::table! {
    audit (id) {
        id -> Text,
        done_at -> Timestamp,
        done_by -> Text,
        what -> Text,
        whom -> Nullable<Text>,
        in_match -> Nullable<Text>,
        detail -> Text,
        why -> Text,
    }
}

diesel::table! {
    notes (account_id, match_id) {
        account_id -> Text,
        match_id -> Text,
        said -> Text,
        saves -> BigInt,
        saved_at -> Timestamp,
    }
}

diesel::table! {
    bookmarks (account_id, match_id, event) {
        account_id -> Text,
        match_id -> Text,
        event -> BigInt,
        name -> Text,
        made_at -> Timestamp,
    }
}

diesel::table! {
    zone_laws (edition) {
        edition -> Text,
        met_at -> Timestamp,
    }
}

diesel::table! {
    invitations (match_id, account_id) {
        match_id -> Text,
        account_id -> Text,
        by_id -> Text,
        invited_at -> Timestamp,
        declined_at -> Nullable<Timestamp>,
        why -> Text,
    }
}

diesel::table! {
    addressed (match_id, id) {
        match_id -> Text,
        id -> Text,
        by_id -> Text,
        address -> Text,
        mailbox -> Text,
        account_id -> Nullable<Text>,
        invited_at -> Timestamp,
        written_at -> Nullable<Timestamp>,
        declined_at -> Nullable<Timestamp>,
        why -> Text,
    }
}

diesel::table! {
    unwanted (mailbox) {
        mailbox -> Text,
        since -> Timestamp,
    }
}

diesel::table! {
    answers (match_id, account_id) {
        match_id -> Text,
        account_id -> Text,
        waits -> Text,
    }
}

diesel::table! {
    counted (match_id) {
        match_id -> Text,
        version -> BigInt,
        counted_at -> Timestamp,
    }
}

diesel::table! {
    habits (account_id) {
        account_id -> Text,
        minutes -> Integer,
    }
}

diesel::table! {
    closed_handles (hash) {
        hash -> Text,
        until -> Timestamp,
    }
}

diesel::table! {
    feeds (account_id, kind) {
        account_id -> Text,
        kind -> Text,
        token_hash -> Text,
        made_at -> Timestamp,
        used_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    blocks (account_id, blocked_id) {
        account_id -> Text,
        blocked_id -> Text,
        blocked_at -> Timestamp,
    }
}

diesel::table! {
    outcomes (match_id) {
        match_id -> Text,
        game -> Text,
        ended_at -> Timestamp,
        verdict -> Text,
    }
}

diesel::table! {
    results (match_id, account_id) {
        match_id -> Text,
        account_id -> Text,
        game -> Text,
        ended_at -> Timestamp,
        seat -> Integer,
        part -> Text,
        counts -> Bool,
        standing -> Nullable<Integer>,
        only_against -> Bool,
        place -> Nullable<Integer>,
        points -> Nullable<Integer>,
        sources -> Text,
        waits -> Integer,
        stood_in -> Integer,
    }
}

diesel::table! {
    rating_steps (match_id, account_id) {
        match_id -> Text,
        account_id -> Text,
        game -> Text,
        ended_at -> Timestamp,
        nth -> BigInt,
        rating_before -> BigInt,
        spread_before -> BigInt,
        rating_after -> BigInt,
        spread_after -> BigInt,
    }
}

diesel::table! {
    ratings (account_id, game) {
        account_id -> Text,
        game -> Text,
        rating -> BigInt,
        spread -> BigInt,
        matches -> BigInt,
        rated_at -> Timestamp,
    }
}

diesel::table! {
    rating_turns (game) {
        game -> Text,
        turns -> BigInt,
    }
}

diesel::table! {
    ways (account_id, id) {
        account_id -> Text,
        id -> Text,
        form -> Text,
        name -> Text,
        address -> Text,
        keys -> Text,
        made_at -> Timestamp,
        failures -> Integer,
        failing_since -> Nullable<Timestamp>,
        retry_at -> Nullable<Timestamp>,
        sent_at -> Nullable<Timestamp>,
        off_at -> Nullable<Timestamp>,
        off_why -> Nullable<Text>,
    }
}

diesel::table! {
    deliveries (account_id, way_id, id) {
        account_id -> Text,
        way_id -> Text,
        id -> Text,
        kind -> Text,
        match_id -> Nullable<Text>,
        state -> Text,
        attempts -> Integer,
        due_at -> Timestamp,
        claimed_by -> Nullable<Text>,
        error -> Nullable<Text>,
        created_at -> Timestamp,
        sent_at -> Nullable<Timestamp>,
    }
}

diesel::table! {
    push_keys (ordinal) {
        ordinal -> Integer,
        public_key -> Text,
        pkcs8 -> Text,
        made_at -> Timestamp,
    }
}

diesel::table! {
    secret_marks (ordinal) {
        ordinal -> Integer,
        mark -> Text,
        made_at -> Timestamp,
    }
}

diesel::allow_tables_to_appear_in_same_query!(matches, seats, accounts, silences);
diesel::allow_tables_to_appear_in_same_query!(matches, counted);
diesel::allow_tables_to_appear_in_same_query!(matches, invitations);
diesel::allow_tables_to_appear_in_same_query!(matches, addressed);
diesel::allow_tables_to_appear_in_same_query!(accounts, second_factors);
diesel::allow_tables_to_appear_in_same_query!(seats, last_calls);
diesel::allow_tables_to_appear_in_same_query!(matches, outcomes);
diesel::allow_tables_to_appear_in_same_query!(ratings, accounts);
diesel::allow_tables_to_appear_in_same_query!(results, matches);
diesel::allow_tables_to_appear_in_same_query!(results, seats);
diesel::allow_tables_to_appear_in_same_query!(talk_lines, talk_read);
