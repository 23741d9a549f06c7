package io.meshlog.arch.planted;

import com.fasterxml.jackson.core.JsonToken;

/** A violation for the rules to find. */
public final class JacksonUser {
    JsonToken token() {
        return JsonToken.START_OBJECT;
    }
}
