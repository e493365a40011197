package org.touchpaper.bar.coordination;

import java.net.URI;

/**
 * This broker among its peers.
 *
 * @param name its peer name
 * @param home where it answers segments that are in doubt
 * @param site the id of its campus, which vouches for the people it speaks for
 */
public record Self(String name, URI home, String site) {}
