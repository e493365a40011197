/** The command line {@code touchpaper imd}. */
@NullMarked
package org.touchpaper.imd.cli;

import org.jspecify.annotations.NullMarked;
