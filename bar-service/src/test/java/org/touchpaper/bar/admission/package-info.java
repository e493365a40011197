/** Tests of who is let in; the whole door is tried in {@code org.touchpaper.bar.api}. */
@NullMarked
package org.touchpaper.bar.admission;

import org.jspecify.annotations.NullMarked;
