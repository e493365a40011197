/**
 * The contract of a network segment, as pure values: requests ({@link
 * org.touchpaper.segment.connection.ReserveRequest}), criteria, answers, notifications and faults.
 * Start reading at {@link org.touchpaper.segment.connection.NetworkSegment}, which L-NSAP, NSAP and
 * the client of a remote BAR implement. NSI's state machines are in {@code connection.state}.
 * Depends on the JDK and JSpecify only.
 */
@NullMarked
package org.touchpaper.segment.connection;

import org.jspecify.annotations.NullMarked;
