/**
 * The ways between two nodes, shortest first: fewest hops, then least latency, then link ids. Start
 * reading at {@link org.touchpaper.nsap.path.Graph}. Pure: the JDK and JSpecify alone.
 */
@NullMarked
package org.touchpaper.nsap.path;

import org.jspecify.annotations.NullMarked;
