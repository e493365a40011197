/**
 * How a segment's own elements are reached, as its configuration says: {@link
 * org.touchpaper.segment.access.ElementAccess} makes of {@link
 * org.touchpaper.segment.provider.ElementProperties} what a session needs, and keeps the
 * transcripts of all of them; {@link org.touchpaper.segment.access.SessionHints} is what one still
 * hears that tells nothing unasked. Only services that have elements use it; beside {@code
 * operator} it alone here depends on {@code tl1}.
 */
@NullMarked
package org.touchpaper.segment.access;

import org.jspecify.annotations.NullMarked;
