/**
 * What element types have in common: the configuration of a circuit on an element, settings, notes,
 * and the TL1 client. Start reading at {@link org.touchpaper.nsap.element.ElementPlugin}; each type
 * has a package of its own below this one, and {@code registry} lists them.
 */
@NullMarked
package org.touchpaper.nsap.element;

import org.jspecify.annotations.NullMarked;
