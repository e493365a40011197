/**
 * The Ciena CoreDirector over TL1. Start reading at {@link
 * org.touchpaper.nsap.element.ciena.CoreDirectorPlugin}: the items of a circuit.
 */
@NullMarked
package org.touchpaper.nsap.element.ciena;

import org.jspecify.annotations.NullMarked;
