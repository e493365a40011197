/**
 * The page Timeline: the bookings of each resource as bars, and what is free as a step graph. Start
 * at {@link org.touchpaper.bar.web.timeline.TimelineController}; {@link
 * org.touchpaper.bar.web.timeline.TimelineLayout} is the drawing, from values to values.
 */
@NullMarked
package org.touchpaper.bar.web.timeline;

import org.jspecify.annotations.NullMarked;
