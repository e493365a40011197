/**
 * The contract kit: tests that every {@link org.touchpaper.segment.connection.NetworkSegment} must
 * pass, whatever lies behind it. A segment extends {@link
 * org.touchpaper.segment.kit.NetworkSegmentContract} in its own tests and opens a {@link
 * org.touchpaper.segment.kit.SegmentUnderTest}.
 */
@NullMarked
package org.touchpaper.segment.kit;

import org.jspecify.annotations.NullMarked;
