package org.touchpaper.tl1.message;

/** PRTL: part of the command was carried out; the text says which part was not. */
public record Prtl(Header header, String ctag, Text text, Terminator terminator)
    implements Response {}
