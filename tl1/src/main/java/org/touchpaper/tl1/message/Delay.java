package org.touchpaper.tl1.message;

/** DELAY: the command was queued; whether the element carries it out is unknown. */
public record Delay(Header header, String ctag, TextBlock text, Terminator terminator)
    implements Response {}
