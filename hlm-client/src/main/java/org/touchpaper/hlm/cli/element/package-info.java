/** The commands for network elements. */
@NullMarked
package org.touchpaper.hlm.cli.element;

import org.jspecify.annotations.NullMarked;
