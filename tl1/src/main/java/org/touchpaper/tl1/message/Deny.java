package org.touchpaper.tl1.message;

import org.jspecify.annotations.Nullable;

/**
 * DENY: the command was not carried out.
 *
 * @param errorCode the error code as sent, such as IENE; null if there is none
 */
public record Deny(
    Header header, String ctag, @Nullable String errorCode, TextBlock text, Terminator terminator)
    implements Response {}
