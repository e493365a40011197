/**
 * What the wide area's elements shall hold for a circuit, and how to tell them. Start reading at
 * {@link org.touchpaper.nsap.element.WideAreaConfiguration}, which walks a route, and {@link
 * org.touchpaper.nsap.element.Make}, which every make of element is; each has a package of its own
 * below this one.
 */
@NullMarked
package org.touchpaper.nsap.element;

import org.jspecify.annotations.NullMarked;
