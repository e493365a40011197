/**
 * Co-allocations and lightpaths alone as one kind of booking, for people: in lists, calendars and
 * messages.
 */
@NullMarked
package org.touchpaper.bar.overview;

import org.jspecify.annotations.NullMarked;
