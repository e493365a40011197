package org.touchpaper.tl1.message;

/** COMPLD: the command was carried out, which for a circuit does not yet mean light. */
public record Compld(Header header, String ctag, Text text, Terminator terminator)
    implements Response {}
