/**
 * What the wide area's elements shall hold for a circuit, and how to tell them. Start reading at
 * {@link org.touchpaper.nsap.element.WideAreaConfiguration}, which turns a route into items, and
 * {@link org.touchpaper.nsap.element.CoreDirectorDriver}, which speaks to a Ciena CoreDirector over
 * TL1.
 */
@NullMarked
package org.touchpaper.nsap.element;

import org.jspecify.annotations.NullMarked;
