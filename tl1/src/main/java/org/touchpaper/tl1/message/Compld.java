package org.touchpaper.tl1.message;

/** COMPLD: the command was carried out. For a circuit that does not yet mean an optical signal. */
public record Compld(Header header, String ctag, TextBlock text, Terminator terminator)
    implements Response {}
