package org.touchpaper.tl1.message;

/** PRTL: part of the command was carried out; the text lists the rest. */
public record Prtl(Header header, String ctag, TextBlock text, Terminator terminator)
    implements Response {}
