package org.touchpaper.nsap.topology;

/**
 * A network element of the wide area.
 *
 * @param tid its name, TL1's target identifier
 * @param dialect which driver speaks to it, such as {@code coredirector}
 * @param site where it stands, for people
 * @param longitude degrees east, for the map
 * @param latitude degrees north, for the map
 */
public record Node(String tid, String dialect, String site, double longitude, double latitude) {}
