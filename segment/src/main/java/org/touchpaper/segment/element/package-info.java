/**
 * Configuring network elements: what a driver must offer ({@link
 * org.touchpaper.segment.element.ElementDriver}), which {@link
 * org.touchpaper.segment.element.Item}s shall be on which element, and how the difference is
 * carried out: read, compare, write, read again (DESIGN decision 8). Start reading at
 * ElementDriver. Knows nothing of databases, services or vendors.
 */
@NullMarked
package org.touchpaper.segment.element;

import org.jspecify.annotations.NullMarked;
