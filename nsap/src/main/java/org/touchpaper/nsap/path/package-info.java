/**
 * Shortest paths between two nodes: fewest hops, then lowest latency, then link ids. Start reading
 * at {@link org.touchpaper.nsap.path.Graph}. Pure; depends on the JDK and JSpecify only.
 */
@NullMarked
package org.touchpaper.nsap.path;

import org.jspecify.annotations.NullMarked;
