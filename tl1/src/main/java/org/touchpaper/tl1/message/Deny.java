package org.touchpaper.tl1.message;

import org.jspecify.annotations.Nullable;

/**
 * DENY: the command was not carried out.
 *
 * @param errorCode the error code as the element spelled it, such as IENE; null if it sent none
 */
public record Deny(
    Header header, String ctag, @Nullable String errorCode, Text text, Terminator terminator)
    implements Response {}
