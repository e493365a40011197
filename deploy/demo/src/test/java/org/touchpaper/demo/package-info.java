/** Tests of the launcher: settings, supervised processes, interrupts, and the complete network. */
@NullMarked
package org.touchpaper.demo;

import org.jspecify.annotations.NullMarked;
