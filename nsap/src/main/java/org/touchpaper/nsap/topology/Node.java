package org.touchpaper.nsap.topology;

/**
 * A network element of the wide area.
 *
 * @param tid its name, TL1's target identifier
 * @param type the element type, which selects the driver, such as {@code coredirector}
 * @param site where it is, for people
 * @param longitude degrees east, for the map
 * @param latitude degrees north, for the map
 */
public record Node(String tid, String type, String site, double longitude, double latitude) {}
