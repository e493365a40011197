package org.touchpaper.tl1.message;

/** DELAY: the command was queued; whether it will be carried out is not known. */
public record Delay(Header header, String ctag, Text text, Terminator terminator)
    implements Response {}
