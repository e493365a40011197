/**
 * A connection over one network segment, as pure values: who asks ({@link
 * org.touchpaper.segment.connection.Requester}), for what ({@link
 * org.touchpaper.segment.connection.Criteria}), which answers there are, and NSI's three state
 * machines. Start reading at {@link org.touchpaper.segment.connection.NetworkSegment}, the one
 * contract of L-NSAP, NSAP and remote BAR. Depends on the JDK and JSpecify alone.
 */
@NullMarked
package org.touchpaper.segment.connection;

import org.jspecify.annotations.NullMarked;
