/**
 * What a resource manager stands in front of, as values and one interface: {@link
 * org.touchpaper.harc.rm.local.LocalScheduler}, the seam at which a new kind of resource joins
 * (MacLaren 2007: "an RM module that decodes Work and talks to a scheduler"). Start reading there.
 * {@link org.touchpaper.harc.rm.local.Rules} is what all of them have against an action, in the
 * same words. Depends on the JDK, JSpecify and the pure words of a connection ({@link
 * org.touchpaper.segment.connection}) alone.
 */
@NullMarked
package org.touchpaper.harc.rm.local;

import org.jspecify.annotations.NullMarked;
