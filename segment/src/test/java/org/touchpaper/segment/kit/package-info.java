/**
 * The contract kit: tests that every {@link org.touchpaper.segment.connection.NetworkSegment} must
 * pass, whatever lies behind it. A segment extends {@link
 * org.touchpaper.segment.kit.NetworkSegmentContract} in its own tests and opens a {@link
 * org.touchpaper.segment.kit.SegmentUnderTest}; asked through a {@link
 * org.touchpaper.segment.kit.SoapHolder}, it passes them over SOAP. One that has elements extends
 * {@link org.touchpaper.segment.kit.SegmentCrashContract} too, and is killed at each of its writes,
 * messages and commands.
 */
@NullMarked
package org.touchpaper.segment.kit;

import org.jspecify.annotations.NullMarked;
